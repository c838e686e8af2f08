// RVO2's bare step in the middle of a crossing: rvo2_speed place STARTS, rvo2_speed time STARTS PLACES. See `speed` in benches/figures.py.
#include "crowd.h"
#include "RVO.h"

namespace {

using namespace crowd;

// The number of timed steps, half of them before the middle of the crossing, and steps before them, as in benches/programs/crossing.rs.
constexpr int WINDOW = 120;
constexpr int WARM_UP = 12;
// A crowd that needs this many times its free-flow time to reach the middle is measured wherever it is.
constexpr float PATIENCE = 2;

void head_for_goals(RVO::RVOSimulator& simulator, const Starts& starts) {
    for (size_t i = 0; i < starts.at.size(); i++) {
        const RVO::Vector2 offset = RVO::Vector2(starts.goal[i].x, starts.goal[i].y) - simulator.getAgentPosition(i);
        const float left = RVO::abs(offset);
        // Not beyond the goal within one step.
        simulator.setAgentPrefVelocity(i, left > 0 ? offset / left * std::min(SPEED, left / DT) : offset);
    }
}

float path_left(const RVO::RVOSimulator& simulator, const Starts& starts) {
    double sum = 0;
    for (size_t i = 0; i < starts.at.size(); i++) {
        const RVO::Vector2& position = simulator.getAgentPosition(i);
        sum += distance({position.x(), position.y()}, starts.goal[i]);
    }
    return float(sum / starts.at.size());
}

// Prints `x y vx vy` of each agent half a window before the middle.
void place(RVO::RVOSimulator& simulator, const Starts& starts) {
    const float total = path_left(simulator, starts);
    const float latest = PATIENCE * total / 2 / SPEED;
    for (int step = 0; step * DT < latest && path_left(simulator, starts) > total / 2 + WINDOW / 2 * DT * SPEED; step++) {
        head_for_goals(simulator, starts);
        simulator.doStep();
    }
    for (size_t i = 0; i < starts.at.size(); i++) {
        const RVO::Vector2 &position = simulator.getAgentPosition(i), &velocity = simulator.getAgentVelocity(i);
        std::printf("%.9g %.9g %.9g %.9g\n", position.x(), position.y(), velocity.x(), velocity.y());
    }
}

// Prints the time of each step in µs. Preferred velocities are set outside of the timed part.
void time(RVO::RVOSimulator& simulator, const Starts& starts, const char* places) {
    std::ifstream file(places);
    for (size_t i = 0; i < starts.at.size(); i++) {
        float x, y, vx, vy;
        if (!(file >> x >> y >> vx >> vy)) std::exit(2);
        simulator.setAgentPosition(i, RVO::Vector2(x, y));
        simulator.setAgentVelocity(i, RVO::Vector2(vx, vy));
    }
    std::puts("total");
    for (int step = -WARM_UP; step < WINDOW; step++) {
        head_for_goals(simulator, starts);
        const auto begin = std::chrono::steady_clock::now();
        simulator.doStep();
        const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - begin;
        if (step >= 0) std::printf("%.1f\n", passed.count());
    }
}

}  // namespace

int main(int count, char** argv) {
    if (count < 3) return 2;
    const Starts starts = read(argv[2]);
    RVO::RVOSimulator simulator;
    simulator.setTimeStep(DT);
    // As in rvo2.cpp: neighbours within 10 m, at most 10; time horizons of 2 s.
    simulator.setAgentDefaults(10.0f, 10, 2.0f, 2.0f, RADIUS, SPEED);
    for (const Point& at : starts.at) simulator.addAgent(RVO::Vector2(at.x, at.y));
    if (std::string(argv[1]) == "place") place(simulator, starts);
    if (std::string(argv[1]) == "time" && count > 3) time(simulator, starts, argv[3]);
}
