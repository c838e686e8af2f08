// Detour Crowd on a start file: detour STARTS SECONDS. One flat polygon as the navigation mesh; avoidance as in RecastDemo, high quality.
#include <cstring>

#include "DetourCrowd.h"
#include "DetourNavMesh.h"
#include "DetourNavMeshBuilder.h"
#include "DetourNavMeshQuery.h"
#include "crowd.h"

namespace {

// A square of 2 × 500 m around the origin.
dtNavMesh* square() {
    const unsigned short side = 1000;
    const unsigned short vertices[] = {0, 0, 0, 0, 0, side, side, 0, side, side, 0, 0};
    const unsigned short polygon[] = {0, 1, 2, 3, 0xffff, 0xffff, 0xffff, 0xffff};
    const unsigned short flags[] = {1};
    const unsigned char areas[] = {0};
    dtNavMeshCreateParams create;
    std::memset(&create, 0, sizeof create);
    create.verts = vertices;
    create.vertCount = 4;
    create.polys = polygon;
    create.polyFlags = flags;
    create.polyAreas = areas;
    create.polyCount = 1;
    create.nvp = 4;
    create.walkableHeight = 2;
    create.walkableRadius = crowd::RADIUS;
    create.walkableClimb = 0.5f;
    create.cs = 1;
    create.ch = 1;
    const float bounds[] = {-500, 0, -500, 500, 1, 500};
    std::copy(bounds, bounds + 3, create.bmin);
    std::copy(bounds + 3, bounds + 6, create.bmax);
    create.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&create, &data, &size)) std::exit(3);
    dtNavMesh* mesh = dtAllocNavMesh();
    if (dtStatusFailed(mesh->init(data, size, DT_TILE_FREE_DATA))) std::exit(3);
    return mesh;
}

}  // namespace

int main(int, char** argv) {
    using namespace crowd;
    const Starts starts = read(argv[1]);
    const int steps = int(std::atof(argv[2]) / DT);
    dtCrowd* simulator = dtAllocCrowd();
    simulator->init(int(starts.at.size()), RADIUS, square());
    dtObstacleAvoidanceParams avoidance = *simulator->getObstacleAvoidanceParams(0);
    avoidance.velBias = 0.5f;
    avoidance.adaptiveDivs = 7;
    avoidance.adaptiveRings = 3;
    avoidance.adaptiveDepth = 3;
    simulator->setObstacleAvoidanceParams(3, &avoidance);
    dtCrowdAgentParams agent;
    std::memset(&agent, 0, sizeof agent);
    agent.radius = RADIUS;
    agent.height = 2;
    agent.maxAcceleration = 20;
    agent.maxSpeed = SPEED;
    agent.collisionQueryRange = 12 * RADIUS;
    agent.pathOptimizationRange = 30 * RADIUS;
    agent.separationWeight = 1;
    agent.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_SEPARATION | DT_CROWD_OPTIMIZE_VIS |
                        DT_CROWD_OPTIMIZE_TOPO;
    agent.obstacleAvoidanceType = 3;
    const float extents[] = {2, 4, 2};
    for (size_t i = 0; i < starts.at.size(); i++) {
        const float at[] = {starts.at[i].x, 0, starts.at[i].y};
        const float goal[] = {starts.goal[i].x, 0, starts.goal[i].y};
        const int id = simulator->addAgent(at, &agent);
        dtPolyRef polygon;
        float nearest[3];
        simulator->getNavMeshQuery()->findNearestPoly(goal, extents, simulator->getFilter(0), &polygon, nearest);
        simulator->requestMoveTarget(id, polygon, nearest);
    }
    Record record(starts);
    std::vector<Point> at(starts.at.size());
    for (int step = 0; step < steps; step++) {
        record.time([&] { simulator->update(DT, nullptr); });
        for (size_t i = 0; i < at.size(); i++) at[i] = {simulator->getAgent(int(i))->npos[0], simulator->getAgent(int(i))->npos[2]};
        if (record.observe(at)) break;
    }
    record.print();
}
