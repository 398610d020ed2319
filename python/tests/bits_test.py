"""Every query gives the same bits as in C++: at single poses, and in batches. python_reference wrote the answers.

bits_test.py [CALLS [all]]: how often each query is called of each kind of bodies (models, shapes, one of each), 600 times
unless given, slow ones a share of that. With `all`, as at night, where CALLS is 10,000, every query is called as often, of all
kinds together: only those of one model alone, of which there are six, and simulations are called ten times.
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import numpy as np

import apart
import apart.gpu

BUILD = pathlib.Path(os.environ["APART_BUILD_DIR"])
RECORD = np.dtype([("a", "u4"), ("b", "u4"), ("at", "f8", (12,)), ("world", "f8", (12,)), ("v", "f8", (3,)), ("w", "f8", (3,)), ("x", "f8")])
# Which make little of what they are given: of one model alone, or of few.
SHAPES = [
    apart.Ball(0.5), apart.Box(1, 1.5, 0.5), apart.Capsule(0.25, 1), apart.Cylinder(0.4, 1), apart.Cone(0.5, 1),
    apart.Ellipsoid(0.5, 0.3, 0.7), apart.TaperedCapsule(0.2, 0.4, 1), apart.Box(0.5, 0.5, 0.5, rounded=0.1),
    apart.Segment((0, 0, 0), (1, 0.5, 0)), apart.Triangle((0, 0, 0), (1, 0, 0), (0, 1, 0), rounded=0.05),
]


def matrices(rows):
    """Poses in C++: rotation row by row, then translation."""
    out = np.zeros((len(rows), 4, 4))
    out[:, :3, :3] = rows[:, :9].reshape(-1, 3, 3)
    out[:, :3, 3] = rows[:, 9:]
    out[:, 3, 3] = 1
    return out


def product(a, b):
    """The product of two poses, each sum in the order of the C++ one."""
    out = np.zeros_like(a)
    for i in range(3):
        for j in range(3):
            out[:, i, j] = (a[:, i, 0] * b[:, 0, j] + a[:, i, 1] * b[:, 1, j]) + a[:, i, 2] * b[:, 2, j]
        out[:, i, 3] = ((a[:, i, 0] * b[:, 0, 3] + a[:, i, 1] * b[:, 1, 3]) + a[:, i, 2] * b[:, 2, 3]) + a[:, i, 3]
    out[:, 3, 3] = 1
    return out


class Calls:
    """The inputs of one query, as Python takes them."""

    def __init__(self, records):
        self.r = records
        self.at, self.world = matrices(records["at"]), matrices(records["world"])
        self.in_world = product(self.world, self.at)
        self.now = self.at.copy()
        self.now[:, :3, 3] = records["at"][:, 9:] - 0.5 * records["w"]


def bodies(models, c, i):
    r = c.r[i]
    return [(models[r["a"]], c.world[i]), (SHAPES[0], c.in_world[i]), (models[r["b"]], r["v"])]


def ray(c, i):
    r = c.r[i]
    return apart.Ray(r["v"], r["w"], -r["x"], 3)


def boxes(models, c, i):
    r = c.r[i]
    a, b = models[r["a"]], models[r["b"]]
    return [[x.low, x.high] for x in (apart.world_box(a), apart.world_box(b, c.at[i]), apart.world_box(b, c.world[i]))]


def corners(model, triangle, by):
    """A triangle that is shifted: from and to."""
    at = model.vertices[model.faces[triangle]]
    return np.stack([at, at + by])


def deforming(a, b, c, i):
    x, y = apart.DeformingModel(a), apart.DeformingModel(b)
    y.move(b.vertices + c.r["at"][i][9:])
    y.start_step()
    y.move(b.vertices + c.r["v"][i])
    return x, y


TREES = {}


def hulls(model):
    return TREES.setdefault(id(model), apart.HullTree(model)) if id(model) not in TREES else TREES[id(model)]


def world(of, c, i):
    r = c.r[i]
    return apart.World([of[r["a"]], (SHAPES[3], c.at[i]), apart.WorldBody(of[r["b"]], r["v"])])


def schedule(models, c, i):
    before, bounds = world(models, c, i), np.tile([1, 0.5], (3, 1))
    return apart.PairSchedule(before, 0, bounds).advance(before.moved([1], c.world[i][None]), 20, bounds)


def line(c, i):
    return apart.RigidMotion.line(c.at[i], 3 * c.r["v"][i])


def earlier(c, i):
    """A pose near that of the call: what is tracked is asked there first."""
    return c.now[i]


def tracked(make, ask):
    def answer(a, b, c, i):
        pair = make(a, b)
        ask(pair, earlier(c, i))
        return ask(pair, c.at[i])

    return answer


def twice(make, ask):
    def answer(a, b, c, i):
        pair = make(a, b)
        ask(pair, c.at[i])
        return ask(pair, c.at[i])

    return answer


def hull_tracker(a, b):
    return apart.HullTracker(hulls(a), hulls(b))


def pack(*parts):
    """The bits of what a query gives in several pieces."""
    out = b""
    for part in parts:
        if hasattr(part, "_bits"):
            out += part._bits()
        elif isinstance(part, (bool, np.bool_)):
            out += bytes([bool(part)])
        elif isinstance(part, (int, np.integer)):
            out += int(part).to_bytes(8, "little")
        else:
            out += np.asarray(part, "f8").tobytes()
    return out


def pose_bits(matrix):
    """A pose as C++ has it: rotation, then translation."""
    return pack(matrix[:3, :3], matrix[:3, 3])


def some(batch):
    return len(batch).to_bytes(8, "little") + batch._bits()


def motion_at(a, b, c, i):
    r = c.r[i]
    v, w, x, to = r["v"], r["w"], r["x"], c.in_world[i]
    motions = (apart.RigidMotion.between(c.at[i], to), apart.RigidMotion.screw(c.at[i], v, w, 5 * x, x),
               apart.RigidMotion.through([c.at[i], c.world[i], to], [0, 0.25, 1]),
               apart.RigidMotion.polynomial(c.at[i], [v, w], w, [1, x]))
    return b"".join(pose_bits(m.at(x)) + pack(m.farthest_move(v, 1, 0.1, 0.1 + 0.9 * x), m.rounding(v, 1)) for m in motions)


def broad_phase(models, c, i):
    r = c.r[i]
    phase = apart.BroadPhase("tree")
    phase.add(boxes(models, c, i))
    there = apart.world_box(models[r["a"]], r["v"])
    phase.move(2, [there.low, there.high])
    return phase.pairs()


def near_boxes(models, c, i):
    r = c.r[i]
    near = apart.NearBoxes(boxes(models, c, i), [r["x"], 2 * r["x"], 3 * r["x"]])
    there = apart.world_box(models[r["a"]], r["v"])
    near.move(2, [there.low, there.high])
    return near.pairs()


def morph(a, b, c, i):
    x = apart.DeformingModel.morph([a, a.placed(c.at[i])], leaf_size=2)
    x.blend([1 - c.r["x"][i], c.r["x"][i]])
    return apart.distance(x, apart.DeformingModel(b))


def skin(a, b, c, i):
    weights = np.where((a.vertices[:, :1] > 0), [[1.0, 0.0]], [[0.5, 0.5]])
    x = apart.DeformingModel.skin(a, weights)
    first = np.eye(4)
    first[:3, 3] = c.r["v"][i]
    x.pose([first, c.at[i]])
    return apart.distance(x, apart.DeformingModel(b))


def fly(models, c, i, **options):
    r = c.r[i]
    return apart.fly(world(models, c, i), apart.Ball(0.05), 3 * r["w"], r["v"] - 4 * r["w"], 1, **options)


def penalty_forces(models, c, i):  # of shapes: their contacts take less than those of models
    r = c.r[i]
    contacts, zero = world(SHAPES, c, i).contacts(0.1, apart.WorldMemory()), np.zeros(3)
    return apart.penalty_forces(contacts, [zero, c.at[i][:3, 3], r["v"]], [r["w"], r["v"], zero], [r["v"], r["w"], zero],
                                stiffness=10, damping=r["x"], friction=0.5, grip=2)


def penalty_force(a, b, c, i):
    at = c.at[i].copy()
    at[:3, 3] *= 0.3
    pairs = apart.World([a, (b, at)]).contacts(0.1, apart.WorldMemory())
    forces = [apart.penalty_force(one, c.r["v"][i], damping=1, friction=c.r["x"][i]) for pair in pairs for one in pair.contacts]
    return len(forces).to_bytes(8, "little") + pack(*forces)


def simulation(models, c, i):
    r = c.r[i]
    v, x = r["v"], r["x"]
    shape = SHAPES[r["a"]]
    first, second = c.at[i].copy(), c.world[i].copy()
    first[:3, 3], second[:3, 3] = (0, 0, 1.2), (0.2, 0.1, 3.2)
    s = apart.Simulation([
        apart.SimulatedBody(apart.Box(6, 6, 1), (0, 0, -0.5), fixed=True),
        apart.SimulatedBody(SHAPES[0] if shape.kind in ("segment", "triangle") else shape, first, velocity=(v[0], v[1], -4),
                            spin=r["w"], friction=x),
        apart.SimulatedBody(models[r["b"] % 4], second, velocity=(0, 0, -8), mass=2, restitution=0.5),
    ], step=1 / 60, iterations=5)
    s.run(0.4)
    s.step()
    masses, centres, asleep = s.mass(), s.centre(), s.is_asleep()
    each = [pose_bits(s.pose(k)) + pack(masses[k], centres[k], s.velocity(k), s.spin(k), asleep[k]) for k in range(3)]
    return b"".join(each) + pack(s.time, s.at_rest, s.kinetic_energy, s.energy, s.counts, s.options["skin"]) + some(s.contacts) + some(s.candidates)


def particles(models, c, i):
    r = c.r[i]
    v, w = r["v"], r["w"]
    given = ([3 * w, 2 * v, v, (0, 0, 3)], [v - 4 * w, -2 * v, w, (0, 0, -1)], [True, True, True, False])
    moved, bounces = apart.move_particles(world(models, c, i), given, 1, radius=0.05, gravity=(0, 0, -1), restitution=r["x"])
    return some(moved) + pack(bounces)


def points_within(a, b, c, i):
    r = c.r[i]
    return apart.points_within(np.concatenate([[r["v"], r["w"], c.at[i][:3, 3]], a.vertices[:8]]), r["x"])


def depth_buffer(models, c, i):
    r = c.r[i]
    buffer = apart.DepthBuffer(world(models, c, i), (0, 0, -4), half_width=0.5, width=6, height=4)
    moved, hits = buffer.move(([r["v"], (0, 0, -2)], [r["w"], (0, 0, 2)]), 1, 0.5, r["x"])
    assert buffer.depth(5, 1) == buffer.depths[1, 5]
    return pack(buffer.depths, buffer.test(r["v"], r["x"])) + some(moved) + pack(hits)


GRIDS = {}


def grids(model):
    """The fields, voxels and BSP tree of a model, made once."""
    if id(model) not in GRIDS:
        GRIDS[id(model)] = (apart.DistanceField(model, cell=0.1), apart.DistanceField(model, cell=0.05, band=0.1, room=0.3),
                            apart.VoxelGrid(model, 0.07), apart.BspTree(model))
    return GRIDS[id(model)]


def grid_facts(a, b, c, i):
    _, f, g, level = grids(a)
    size = b"".join(int(n).to_bytes(4, "little") for n in g.size)
    counts = pack(*(g.count(kind) for kind in ("outside", "inside", "surface")))
    return pack(*f.bounds, f.cell, f.values, f.blocks, f.near_blocks, g.low) + size + pack(g.cell) + counts + pack(level.facts, level.slack)


# query: f(models, calls) for all at once
GPU = {
    "gpu_collide": lambda m, poses, pairs: [bytes([x]) for x in m.collide(poses, **pairs).bits.tolist()],
    "gpu_within": lambda m, poses, pairs: [bytes([x]) for x in m.within(poses, 0.25, **pairs).bits.tolist()],
    "gpu_distance": lambda m, poses, pairs: nearest_bits(m.distance(poses, **pairs)),
}


def nearest_bits(found):
    columns = (found.distance, found.on_a, found.on_b, found.triangle_a, found.triangle_b, found.status)
    return [b"".join(np.ascontiguousarray(column[i]).tobytes() for column in columns) for i in range(len(found))]


def on_gpu(name, models, c):
    of_models = apart.gpu.Models(models, use="cpu")
    pairs = sorted({(int(r["a"]), int(r["b"])) for r in c.r})
    pair_of = np.array([pairs.index((int(r["a"]), int(r["b"]))) for r in c.r], "u4")
    one = GPU[name](of_models, c.at, {"pairs": pairs, "pair_of": pair_of})
    assert one == GPU[name](of_models, np.ascontiguousarray(c.at[:, :3]), {"pairs": pairs, "pair_of": pair_of})
    return one


# query: f(a, b, calls, i)
PAIRS = {
    "collide": lambda a, b, c, i: apart.collide(a, c.at[i], b),
    "collide_solid": lambda a, b, c, i: apart.collide(a, c.at[i], b, solid=True),
    "within": lambda a, b, c, i: apart.within(a, c.at[i], b, c.r["x"][i]),
    "distance": lambda a, b, c, i: apart.distance(a, c.at[i], b),
    "distance_max": lambda a, b, c, i: apart.distance(a, c.at[i], b, max=c.r["x"][i], rel_error=0.1),
    "span": lambda a, b, c, i: apart.span(a, c.at[i], b),
    "world_collide": lambda a, b, c, i: apart.collide(a, c.world[i], b, c.in_world[i]),
    "world_distance": lambda a, b, c, i: apart.distance(a, c.world[i], b, c.in_world[i]),
    "world_span": lambda a, b, c, i: apart.span(a, c.world[i], b, c.in_world[i]),
    "penetration": lambda a, b, c, i: apart.penetration(a, c.at[i], b, rel_error=0.5, max_tests=2000),
    "signed_distance": lambda a, b, c, i: apart.signed_distance(a, c.at[i], b),
    "world_signed_distance": lambda a, b, c, i: apart.signed_distance(a, c.world[i], b, c.in_world[i]),
    "manifold": lambda a, b, c, i: apart.manifold(a, c.at[i], b, margin=c.r["x"][i]),
    "cast_shape": lambda a, b, c, i: apart.cast(a, c.at[i], b, 3 * c.r["v"][i]),
    "world_cast_shape": lambda a, b, c, i: apart.cast(a, c.world[i], b, c.in_world[i], 3 * c.r["v"][i]),
    "distance_one": lambda a, b, c, i: apart.distance(a, c.at[i], b, norm="one"),
    "span_infinity": lambda a, b, c, i: apart.span(a, c.at[i], b, norm="infinity"),
    "clash": lambda a, b, c, i: apart.clash(a, c.at[i], b),
    "world_clash": lambda a, b, c, i: apart.clash(a, c.world[i], b, c.in_world[i]),
    "collisions": lambda a, b, c, i: apart.collisions(a, c.at[i], b),
    "meeting": lambda a, b, c, i: apart.meeting(a, c.at[i], b, 3, 5),
    "contained": lambda a, b, c, i: apart.contained(a, c.at[i], b),
    "which_inside": lambda a, b, c, i: apart.which_inside(a, c.at[i], b),
    "beyond": lambda a, b, c, i: apart.beyond(a, c.at[i], b, 1 + 2 * c.r["x"][i]),
    "hausdorff": lambda a, b, c, i: apart.hausdorff(a, c.at[i], b, rel_error=0.01),
    "world_hausdorff": lambda a, b, c, i: apart.hausdorff(a, c.world[i], b, c.in_world[i], directed=True, rel_error=0.01),
    "hausdorff_above": lambda a, b, c, i: apart.hausdorff_above(a, c.at[i], b, c.r["x"][i]),
    "intersection": lambda a, b, c, i: apart.intersection(a, c.at[i], b),
    "world_intersection": lambda a, b, c, i: apart.intersection(a, c.world[i], b, c.in_world[i]),
    "solid_intersection": lambda a, b, c, i: apart.solid_intersection(a, c.at[i], b),
    "contacts": lambda a, b, c, i: apart.contacts(a, c.at[i], b, 0.2),
    "world_contacts": lambda a, b, c, i: apart.contacts(a, c.world[i], b, c.in_world[i], 0.2),
    "impact": lambda a, b, c, i: apart.impact(a, b, apart.RigidMotion.line(c.at[i], 3 * c.r["v"][i]), clearance=False),
    "impact_turning": lambda a, b, c, i: apart.impact(
        a, apart.RigidMotion.between(c.world[i], c.in_world[i]), b, apart.RigidMotion.still(c.world[i])
    ),
    "is_free": lambda a, b, c, i: apart.is_free(a, b, apart.RigidMotion.line(c.at[i], 3 * c.r["v"][i])),
    "next_event": lambda a, b, c, i: apart.next_event("within", a, b, line(c, i), distance=0.01 + c.r["x"][i], start=0.1),
    "deforming_collide": lambda a, b, c, i: apart.collide(*deforming(a, b, c, i)),
    "deforming_within": lambda a, b, c, i: apart.within(*deforming(a, b, c, i), 0.25),
    "deforming_distance": lambda a, b, c, i: apart.distance(*deforming(a, b, c, i)),
    "deforming_impact": lambda a, b, c, i: apart.impact(*deforming(a, b, c, i)),
    "deforming_self_impact": lambda a, b, c, i: apart.self_impact(deforming(a, b, c, i)[1]),
    "deforming_self_collisions": lambda a, b, c, i: apart.self_collisions(deforming(a, b, c, i)[1]),
    "hulls_collide": lambda a, b, c, i: apart.collide(hulls(a), c.at[i], hulls(b)),
    "hulls_within": lambda a, b, c, i: apart.within(hulls(a), c.at[i], hulls(b), c.r["x"][i]),
    "hulls_distance": lambda a, b, c, i: apart.distance(hulls(a), c.at[i], hulls(b)),
    "hulls_contacts": lambda a, b, c, i: apart.contacts(hulls(a), c.at[i], hulls(b), 0.2),
    "region_depths": lambda a, b, c, i: apart.region_depths(a, c.at[i], b),
    "vertex_depths": lambda a, b, c, i: apart.vertex_depths(a, c.at[i], b),
    "depth_since": lambda a, b, c, i: apart.depth_since(apart.distance(a, c.at[i], b), c.at[i], c.now[i]),
    "separation_bound": lambda a, b, c, i: apart.separation_bound(a, c.world[i], b, c.in_world[i]),
    "separation_bound_touching": lambda a, b, c, i: apart.separation_bound(
        a, c.at[i], b, touching=apart.collisions(a, c.at[i], b).pairs
    ),
    "tracker_collide": tracked(apart.Tracker, lambda t, at: t.collide(at)),
    "tracker_within": tracked(apart.Tracker, lambda t, at: t.within(at, 0.25)),
    "tracker_distance": tracked(apart.Tracker, lambda t, at: t.distance(at)),
    "tracker_penetration": tracked(apart.Tracker, lambda t, at: t.penetration(at, rel_error=0.5, max_tests=500)),
    "tracker_collisions": twice(lambda a, b: apart.Tracker(a, b, front=True), lambda t, at: t.collisions(at)),
    "tracker_contacts": tracked(apart.Tracker, lambda t, at: t.contacts(at, 0.2)),
    "tracker_signed_distance": twice(apart.Tracker, lambda t, at: t.signed_distance(at)),
    "hull_tracker_collide": tracked(hull_tracker, lambda t, at: t.collide(at)),
    "hull_tracker_within": tracked(hull_tracker, lambda t, at: t.within(at, 0.25)),
    "hull_tracker_distance": tracked(hull_tracker, lambda t, at: t.distance(at)),
    "hull_tracker_contacts": tracked(hull_tracker, lambda t, at: t.contacts(at, 0.2)),
    "motion_at": motion_at,
    "box_gap": lambda a, b, c, i: apart.box_gap(*([x.low, x.high] for x in (apart.world_box(a), apart.world_box(b, c.world[i])))),
    "reach_box": lambda a, b, c, i: apart.reach_box(a, c.at[i]),
    "topology": lambda a, b, c, i: a.topology(),
    "deforming_morph": morph,
    "deforming_skin": skin,
    "reflected": lambda a, b, c, i: pack(apart.reflected(c.r["v"][i], c.r["w"][i], c.r["x"][i])),
    "randomly_reflected": lambda a, b, c, i: pack(
        apart.randomly_reflected(c.r["v"][i], c.r["w"][i], c.r["x"][i], c.r["a"][i] * 7 + c.r["b"][i])
    ),
    "penalty_force": penalty_force,
    "points_within": points_within,
    "field": lambda a, b, c, i: grids(a)[0].at(c.r["v"][i]),
    "field_band": lambda a, b, c, i: grids(a)[1].at(c.r["v"][i]),
    "voxel": lambda a, b, c, i: bytes([grids(a)[2].at(c.r["v"][i])]),
    "voxel_first_hit": lambda a, b, c, i: grids(a)[2].first_hit(2 * c.r["w"][i], c.r["v"][i]),
    "sweep": lambda a, b, c, i: apart.sweep(grids(a)[3], b, c.at[i], 3 * c.r["v"][i]),
    "grid_facts": grid_facts,
    "first_contact_point": lambda a, b, c, i: apart.first_contact(
        [a.vertices[0], c.r["v"][i]], corners(b, c.r["b"][i] % len(b), c.r["w"][i])
    ),
    "first_contact_edge": lambda a, b, c, i: apart.first_contact(
        corners(a, 1, c.r["v"][i])[:, :2], corners(b, 2, c.r["w"][i])[:, :2], clearance=c.r["x"][i]
    ),
    "first_contact_triangle": lambda a, b, c, i: apart.first_contact(corners(a, 1, c.r["v"][i]), corners(b, 2, c.r["w"][i])),
    "self_collisions": lambda a, b, c, i: apart.self_collisions(a),
    "self_distance": lambda a, b, c, i: apart.self_distance(a),
    "self_within": lambda a, b, c, i: apart.self_within(a, c.r["x"][i]),
    "decompose": lambda a, b, c, i: apart.decompose(a),
    "decomposition_bounds": lambda a, b, c, i: apart.decomposition_bounds(a),
    "world_box": lambda a, b, c, i: apart.world_box(a, c.at[i]),
    "closest": lambda a, b, c, i: apart.closest(a, c.r["v"][i]),
    "closest_solid": lambda a, b, c, i: apart.closest(a, c.r["v"][i], solid=a.closed),
    "closest_triangles": lambda a, b, c, i: apart.closest_triangles(a, c.r["v"][i], 3),
    "triangles_within": lambda a, b, c, i: apart.triangles_within(a, c.r["v"][i], c.r["x"][i]),
    "inside": lambda a, b, c, i: apart.inside(a, c.r["v"][i]),
    "locate": lambda a, b, c, i: apart.locate(a, c.r["v"][i]),
    "winding_number": lambda a, b, c, i: apart.winding_number(a, c.r["v"][i]),
    "farthest_vertex": lambda a, b, c, i: apart.farthest_vertex(a, c.r["w"][i]),
    "cast": lambda a, b, c, i: apart.cast(a, ray(c, i)),
    "cast_last": lambda a, b, c, i: apart.cast_last(a, ray(c, i)),
    "cast_any": lambda a, b, c, i: apart.cast_any(a, ray(c, i)),
    "cast_all": lambda a, b, c, i: apart.cast_all(a, ray(c, i)),
    "cast_both": lambda a, b, c, i: apart.cast_both(a, ray(c, i), sides="front"),
}
SCENES = {
    "closest_pair": lambda m, c, i: apart.closest_pair(bodies(m, c, i)),
    "pairs_within": lambda m, c, i: apart.pairs_within(bodies(m, c, i), 10 * c.r["x"][i]),
    "greatest_span": lambda m, c, i: apart.greatest_span(bodies(m, c, i)),
    "box_pairs": lambda m, c, i: apart.box_pairs(boxes(m, c, i)),
    "box_pairs_between": lambda m, c, i: apart.box_pairs_between(boxes(m, c, i)[:1], boxes(m, c, i)[1:]),
    "near_pairs": lambda m, c, i: apart.near_pairs(boxes(m, c, i), reach=c.r["x"][i]),
    "world.candidates": lambda m, c, i: world(m, c, i).candidates(clearance=c.r["x"][i]),
    "world.collisions": lambda m, c, i: world(m, c, i).collisions(),
    "world.within": lambda m, c, i: world(m, c, i).within(c.r["x"][i]),
    "world.closest_pair": lambda m, c, i: world(m, c, i).closest_pair(),
    "world.contacts": lambda m, c, i: world(m, c, i).contacts(0.2, apart.WorldMemory()),
    "world.cast": lambda m, c, i: world(m, c, i).cast(ray(c, i)),
    "world.closest": lambda m, c, i: world(m, c, i).closest(c.r["v"][i]),
    "world.overlapping": lambda m, c, i: world(m, c, i).overlapping(SHAPES[1], c.at[i]),
    "world.first_impact": lambda m, c, i: world(m, c, i).first_impact(SHAPES[0], line(c, i)),
    "world.first_impact_moving": lambda m, c, i: world(m, c, i).first_impact(
        {1: apart.RigidMotion.line(c.at[i], c.r["v"][i])}
    ),
    "world.collide_each": lambda m, c, i: world(m, c, i).collide_each([1], [[c.at[i]], [c.world[i]]]),
    "world.moved": lambda m, c, i: world(m, c, i).moved([2], c.at[i][None]).collisions(),
    "schedule": schedule,
    "broad_phase": broad_phase,
    "near_boxes": near_boxes,
    "fly": lambda m, c, i: fly(m, c, i, restitution=c.r["x"][i]),
    "fly_random": lambda m, c, i: fly(m, c, i, restitution=0.9, most_bounces=5, random=True, seed=c.r["a"][i] + 6 * c.r["b"][i]),
    "penalty_forces": penalty_forces,
    "simulation": simulation,
    "move_particles": particles,
    "depth_buffer": depth_buffer,
    "time_critical": lambda m, c, i: apart.time_critical_distances(
        world(m, c, i), clearance=c.r["x"][i], max_tests=20 + int(200 * c.r["x"][i])
    ),
    "time_critical_nearest": lambda m, c, i: apart.time_critical_distances(
        world(m, c, i), clearance=c.r["x"][i], max_tests=20 + int(200 * c.r["x"][i]), decide_only=True, order="nearest_first"
    ),
    "time_critical_priority": lambda m, c, i: apart.time_critical_distances(
        world(m, c, i), clearance=c.r["x"][i], max_tests=20 + int(200 * c.r["x"][i]), priority=lambda a, b: a + 2 * b
    ),
    "world.filtered": lambda m, c, i: apart.World(
        [world(m, c, i).body(k) for k in range(3)], filter=lambda a, b: a + b != 1
    ).collisions(),
}
BATCHES = {
    "collide": lambda a, b, c, k: apart.collide(a, c.at[k], b),
    "distance": lambda a, b, c, k: apart.distance(a, c.at[k], b),
    "span": lambda a, b, c, k: apart.span(a, c.at[k], b),
    "world_distance": lambda a, b, c, k: apart.distance(a, c.world[k], b, c.in_world[k]),
    "signed_distance": lambda a, b, c, k: apart.signed_distance(a, c.at[k], b),
    "clash": lambda a, b, c, k: apart.clash(a, c.at[k], b),
    "collisions": lambda a, b, c, k: apart.collisions(a, c.at[k], b),
    "contained": lambda a, b, c, k: apart.contained(a, c.at[k], b),
    "closest": lambda a, b, c, k: apart.closest(a, c.r["v"][k]),
    "inside": lambda a, b, c, k: apart.inside(a, c.r["v"][k]),
    "locate": lambda a, b, c, k: apart.locate(a, c.r["v"][k]),
    "winding_number": lambda a, b, c, k: apart.winding_number(a, c.r["v"][k]),
    "farthest_vertex": lambda a, b, c, k: apart.farthest_vertex(a, c.r["w"][k]),
    "region_depths": lambda a, b, c, k: apart.region_depths(a, c.at[k], b),
    "cast": lambda a, b, c, k: apart.cast(a, apart.Ray(c.r["v"][k], c.r["w"][k], -c.r["x"][k], 3)),
    "cast_all": lambda a, b, c, k: apart.cast_all(a, apart.Ray(c.r["v"][k], c.r["w"][k], -c.r["x"][k], 3)),
    "field": lambda a, b, c, k: grids(a)[0].at(c.r["v"][k]),
    "voxel_first_hit": lambda a, b, c, k: grids(a)[2].first_hit(2 * c.r["w"][k], c.r["v"][k]),
    "sweep": lambda a, b, c, k: apart.sweep(grids(a)[3], b, c.at[k], 3 * c.r["v"][k]),
}
# There are only six models to ask about; a simulation is many steps, and six or ten of them are run.
OF_ONE_MODEL = {"self_collisions", "self_distance", "self_within", "decompose", "decomposition_bounds", "topology", "grid_facts",
                "simulation"}
OF_SHAPES = {"signed_distance", "world_signed_distance", "manifold", "cast_shape", "world_cast_shape", "tracker_signed_distance",
             "penalty_force", "simulation", "reach_box"}
OF_ONE_BODY = {"closest", "inside", "locate", "winding_number", "farthest_vertex", "cast", "cast_all", "field", "voxel_first_hit"}
LISTS = {"self_collisions", "closest_triangles", "triangles_within", "region_depths", "vertex_depths", "pairs_within", "near_pairs",
         "deforming_self_collisions", "box_pairs", "box_pairs_between", "world.candidates", "world.collisions", "world.within",
         "world.contacts", "world.collide_each", "world.moved", "world.filtered", "broad_phase", "near_boxes", "points_within",
         "penalty_forces"}


def bits(answer, name):
    if isinstance(answer, bytes):
        return answer
    if isinstance(answer, (bool, np.bool_)):
        return bytes([bool(answer)])
    if isinstance(answer, (int, np.integer)):  # an enumeration
        return int(answer).to_bytes(4, "little")
    if isinstance(answer, float):
        return np.float64(answer).tobytes()
    if isinstance(answer, np.ndarray):  # numbers of bodies
        return len(answer).to_bytes(8, "little") + answer.tobytes()
    packed = answer._bits()
    return len(answer).to_bytes(8, "little") + packed if name in LISTS else packed


def answers_in(path):
    data, at, out = path.read_bytes(), 0, []
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "little")
        out.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    return out


def main():
    night = "APART_NIGHTLY" in os.environ
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 10000 if night else 600
    more = ["all"] if night or len(sys.argv) > 2 else []
    wrong = total = batched = 0
    counts = {}
    names = set()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([BUILD / "python" / "python_reference", folder, str(calls), *more], check=True)
        models = [apart.load(path) for path in sorted(folder.glob("model*.ply"))]
        for path in sorted(folder.glob("*.inputs")):
            name, _, kinds = path.stem.partition(".")
            if name == "world":  # its methods
                name, kinds = path.stem, ""
            names.add(name)
            records = np.fromfile(path, RECORD)
            c, expected = Calls(records), answers_in(path.with_suffix(".answers"))
            assert len(expected) == len(records), name
            kinds = kinds or ("ss" if name in OF_SHAPES else "ms" if name == "sweep" else "mm")
            kinds = kinds if len(kinds) == 2 else kinds * 2
            of_a, of_b = (models if k == "m" else SHAPES for k in kinds)
            at_once = on_gpu(name, models, c) if name in GPU else None
            for i in range(len(records)):
                r = records[i]
                answer = (at_once[i] if at_once else SCENES[name](models, c, i) if name in SCENES
                          else PAIRS[name](of_a[r["a"]], of_b[r["b"]], c, i))
                total += 1
                counts[name] = counts.get(name, 0) + 1
                if bits(answer, name) != expected[i]:
                    wrong += 1
                    if wrong <= 10:
                        print(f"{path.stem}, call {i}: other bits than in C++: {answer!r:.300}")
            if name in BATCHES:
                one_body = name in OF_ONE_BODY
                keys = records["a"].astype(int) * (1 if one_body else 1000) + (0 if one_body else records["b"])
                for key in np.unique(keys)[:20]:
                    k = np.flatnonzero(keys == key)
                    many = BATCHES[name](of_a[records["a"][k[0]]], of_b[records["b"][k[0]]], c, k)
                    assert len(many) == len(k)
                    for j, i in enumerate(k):
                        batched += 1
                        if bits(many[j], name) != expected[i]:
                            wrong += 1
                            if wrong <= 10:
                                print(f"{path.stem}, call {i} of a batch: other bits than in C++: {many[j]!r:.300}")
    missing = set(PAIRS) | set(SCENES) | set(GPU)
    if missing - names:
        wrong += 1
        print("not compared:", sorted(missing - names))
    fewest = min((count, name) for name, count in counts.items() if name not in OF_ONE_MODEL)
    print(f"at least {fewest[0]} calls of each query ({fewest[1]}), but {', '.join(f'{name} {counts[name]}' for name in sorted(OF_ONE_MODEL))}")
    print(f"{total} single calls and {batched} answers in batches of {len(names)} queries compared, {wrong} differ")
    spent = [resource.getrusage(who).ru_utime for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)]
    print(f"processor time: C++ {spent[0]:.0f} s, Python {spent[1]:.0f} s")
    return 1 if wrong or total < 10000 or batched < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
