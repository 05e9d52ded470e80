/* SPDX-License-Identifier: BSD-3-Clause */
/* The platform of machines whose messages take what curves say, as smpirun loads it: SimGrid's
 * factors in a configuration depend on a message's size alone, here also on the distance. Reads
 * platform.xml, and from the file `curves` lines LINK BYTES LATENCY RATE: a message over a route
 * that begins with this link has this latency in us and at most this rate in 10^6 bytes/s. Between
 * two lines both are interpolated. */
#include <simgrid/kernel/resource/NetworkModelIntf.hpp>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace s4u = simgrid::s4u;

namespace {

struct point {
    double bytes, latency, rate;
};

using links_type = std::vector<s4u::Link *>;
using zones_type = std::unordered_set<s4u::NetZone *>;

std::map<std::string, std::vector<point>> curves;

point point_at(const links_type &links, double bytes)
{
    const auto &curve = curves.at(links.front()->get_name());
    const auto after = std::upper_bound(curve.begin(), curve.end(), bytes,
                                        [](double b, const point &p) { return b < p.bytes; });

    if (after == curve.begin() || after == curve.end())
        return after == curve.begin() ? curve.front() : curve.back();
    const point &low = after[-1];
    const double share = (bytes - low.bytes) / (after->bytes - low.bytes);

    return {bytes, low.latency + share * (after->latency - low.latency),
            low.rate + share * (after->rate - low.rate)};
}

double latency_factor(double bytes, const s4u::Host *, const s4u::Host *, const links_type &links,
                      const zones_type &)
{
    double sum = 0;

    for (const s4u::Link *link : links)
        sum += link->get_latency();
    return point_at(links, bytes).latency * 1e-6 / sum;
}

double rate_factor(double bytes, const s4u::Host *, const s4u::Host *, const links_type &links,
                   const zones_type &)
{
    double least = links.front()->get_bandwidth();

    for (const s4u::Link *link : links)
        least = std::min(least, link->get_bandwidth());
    return point_at(links, bytes).rate * 1e6 / least;
}

} // namespace

extern "C" void load_platform(s4u::Engine &engine)
{
    std::ifstream file("curves");
    std::string link;

    for (point read; file >> link >> read.bytes >> read.latency >> read.rate;)
        curves[link].push_back(read);
    engine.load_platform("platform.xml");
    auto *network = engine.get_netzone_root()->get_network_model();

    network->set_lat_factor_cb(latency_factor);
    network->set_bw_factor_cb(rate_factor);
}
