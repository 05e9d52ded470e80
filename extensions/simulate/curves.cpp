/* SPDX-License-Identifier: BSD-3-Clause */
/* The platform of machines whose messages take what curves say, as smpirun loads it: SimGrid's
 * factors in a configuration depend on a message's size alone, here also on the distance. Reads
 * platform.xml, and from the file `curves` lines LINK KIND BYTES LATENCY RATE: a message over a
 * route that begins with this link has this latency in us and at most this rate in 10^6 bytes/s.
 * Between two lines both are interpolated.
 *
 * KIND is `answer` or `again`. The buffer through which long messages pass stays in the cache of
 * the rank that used it last, so one that follows another in the same direction may take longer
 * than one that answers. */
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
using curve_type = std::vector<point>;

struct curves_of_link {
    curve_type answer, again; /* again: empty if it is not known */
};

std::map<const s4u::Link *, curves_of_link> curves;
std::map<std::pair<const s4u::Host *, const s4u::Host *>, const s4u::Host *> senders; /* the last */

point point_on(const curve_type &curve, double bytes)
{
    const auto after = std::upper_bound(curve.begin(), curve.end(), bytes,
                                        [](double b, const point &p) { return b < p.bytes; });

    if (after == curve.begin() || after == curve.end())
        return after == curve.begin() ? curve.front() : curve.back();
    const point &low = after[-1];
    const double share = (bytes - low.bytes) / (after->bytes - low.bytes);

    return {bytes, low.latency + share * (after->latency - low.latency),
            low.rate + share * (after->rate - low.rate)};
}

point point_at(double bytes, const s4u::Host *from, const s4u::Host *to, const links_type &links)
{
    const auto &known = curves.at(links.front());
    const bool again = !known.again.empty() && bytes >= known.again.front().bytes &&
                       senders[std::minmax(from, to)] == from;

    return point_on(again ? known.again : known.answer, bytes);
}

double rate_factor(double bytes, const s4u::Host *from, const s4u::Host *to,
                   const links_type &links, const zones_type &)
{
    double least = links.front()->get_bandwidth();

    for (const s4u::Link *link : links)
        least = std::min(least, link->get_bandwidth());
    return point_at(bytes, from, to, links).rate * 1e6 / least;
}

/* SimGrid asks for it after the rate. */
double latency_factor(double bytes, const s4u::Host *from, const s4u::Host *to,
                      const links_type &links, const zones_type &)
{
    const double latency = point_at(bytes, from, to, links).latency * 1e-6;
    const auto &again = curves.at(links.front()).again;
    double sum = 0;

    if (!again.empty() && bytes >= again.front().bytes)
        senders[std::minmax(from, to)] = from;
    for (const s4u::Link *link : links)
        sum += link->get_latency();
    return latency / sum;
}

} // namespace

extern "C" void load_platform(s4u::Engine &engine)
{
    engine.load_platform("platform.xml");
    std::ifstream file("curves");
    std::string link, kind;

    for (point read; file >> link >> kind >> read.bytes >> read.latency >> read.rate;) {
        auto &known = curves[s4u::Link::by_name(link)];

        (kind == "again" ? known.again : known.answer).push_back(read);
    }
    auto *network = engine.get_netzone_root()->get_network_model();

    network->set_lat_factor_cb(latency_factor);
    network->set_bw_factor_cb(rate_factor);
}
