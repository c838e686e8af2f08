// RVO2 on a start file: rvo2 STARTS SECONDS. Parameters as in the library's own circle example, scaled to the unit.
#include "crowd.h"
#include "RVO.h"

int main(int, char** argv) {
    using namespace crowd;
    const Starts starts = read(argv[1]);
    const int steps = int(std::atof(argv[2]) / DT);
    RVO::RVOSimulator simulator;
    simulator.setTimeStep(DT);
    // Neighbours within 10 m, at most 10; time horizons of 2 s.
    simulator.setAgentDefaults(10.0f, 10, 2.0f, 2.0f, RADIUS, SPEED);
    for (const Point& at : starts.at) simulator.addAgent(RVO::Vector2(at.x, at.y));
    Record record(starts);
    std::vector<Point> at(starts.at.size());
    for (int step = 0; step < steps; step++) {
        record.time([&] {
            for (size_t i = 0; i < at.size(); i++) {
                const RVO::Vector2 offset = RVO::Vector2(starts.goal[i].x, starts.goal[i].y) - simulator.getAgentPosition(i);
                const float left = RVO::abs(offset);
                // Not beyond the goal within one step.
                simulator.setAgentPrefVelocity(i, left > 0 ? offset / left * std::min(SPEED, left / DT) : offset);
            }
            simulator.doStep();
        });
        for (size_t i = 0; i < at.size(); i++) {
            const RVO::Vector2& position = simulator.getAgentPosition(i);
            at[i] = {position.x(), position.y()};
        }
        if (record.observe(at)) break;
    }
    record.print();
}
