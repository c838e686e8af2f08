// What every peer's program shares: the start file, the clock and the figures.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace crowd {

struct Point {
    float x, y;
};

inline float distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

// As in Sidestep's start files: 0.5 m, 5 m/s, a tick of 1/60 s; arrived within one radius of the goal.
constexpr float RADIUS = 0.5f;
constexpr float SPEED = 5.0f;
constexpr float DT = 1.0f / 60.0f;

struct Starts {
    std::vector<Point> at, goal;
};

// Reads `x y goal_x goal_y`, one unit per line.
inline Starts read(const char* path) {
    std::ifstream file(path);
    if (!file) {
        std::fprintf(stderr, "cannot read %s\n", path);
        std::exit(2);
    }
    Starts starts;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        Point at, goal;
        if (words >> at.x >> at.y >> goal.x >> goal.y) {
            starts.at.push_back(at);
            starts.goal.push_back(goal);
        }
    }
    return starts;
}

// Takes in one step after the other, and prints the figures as JSON.
class Record {
public:
    Record(const Starts& starts) : starts(starts), arrival(starts.at.size(), -1.0f) {}

    template <typename Step>
    void time(Step step) {
        const auto begin = std::chrono::steady_clock::now();
        step();
        const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - begin;
        milliseconds.push_back(passed.count());
    }

    // Returns whether every unit has arrived.
    bool observe(const std::vector<Point>& at) {
        const float now = milliseconds.size() * DT;
        for (size_t i = 0; i < at.size(); i++)
            if (arrival[i] < 0 && distance(at[i], starts.goal[i]) <= RADIUS) arrival[i] = now, arrived++;
        overlaps(at);
        return arrived == at.size();
    }

    void print() {
        double ratio = 0;
        std::vector<float> times;
        for (size_t i = 0; i < arrival.size(); i++)
            if (arrival[i] >= 0) {
                ratio += arrival[i] / (distance(starts.at[i], starts.goal[i]) / SPEED);
                times.push_back(arrival[i]);
            }
        std::sort(times.begin(), times.end());
        std::sort(milliseconds.begin(), milliseconds.end());
        std::printf("{\"units\": %zu, \"arrived\": %.4f, \"time_ratio\": %.4f, \"t100\": %s, \"deepest_overlap\": %.4f, "
                    "\"median_ms\": %.4f}\n",
                    arrival.size(), double(arrived) / arrival.size(), times.empty() ? NAN : ratio / times.size(),
                    arrived == arrival.size() ? std::to_string(times.back()).c_str() : "null", deepest,
                    milliseconds[milliseconds.size() / 2]);
    }

private:
    const Starts& starts;
    std::vector<float> arrival;
    size_t arrived = 0;
    float deepest = 0;
    std::vector<double> milliseconds;

    // The deepest overlap of two units, as a share of the radius, by a grid of cells as wide as a unit.
    void overlaps(const std::vector<Point>& at) {
        const float cell = 2 * RADIUS;
        std::unordered_map<long long, std::vector<int>> cells;
        auto key = [](long long x, long long y) { return (x << 32) ^ (y & 0xffffffffLL); };
        for (size_t i = 0; i < at.size(); i++)
            cells[key(std::floor(at[i].x / cell), std::floor(at[i].y / cell))].push_back(i);
        for (size_t i = 0; i < at.size(); i++) {
            const long long cx = std::floor(at[i].x / cell), cy = std::floor(at[i].y / cell);
            for (long long x = cx - 1; x <= cx + 1; x++)
                for (long long y = cy - 1; y <= cy + 1; y++) {
                    auto found = cells.find(key(x, y));
                    if (found == cells.end()) continue;
                    for (int j : found->second)
                        if (size_t(j) > i) deepest = std::max(deepest, (2 * RADIUS - distance(at[i], at[j])) / RADIUS);
                }
        }
    }
};

}  // namespace crowd
