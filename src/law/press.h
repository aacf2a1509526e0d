// Force and couple of contacts: normal law + damping + friction + rolling + torsion, composed. A kernel for
// one contact or for several side by side (base/lanes.h).
//
// Linear spring: F = k d, c = 2 zeta sqrt(k m), k_t a constant.
// Hertz and Mindlin: F = 2/3 S d with the tangent stiffness S = 2 E* sqrt(R d); k_t = 8 G* sqrt(R d);
// c = 2 sqrt(5/6) zeta sqrt(S m), which makes the restitution independent of the speed (Tsuji, Tanaka
// and Ishida 1992). Tangential dashpots are the same share of critical damping.
// Overlap (Chen and Matuttis 2013): F = Y V / l along the area vector A, at the centroid of the overlap. Its
// tangent stiffness is S = Y A / l, since dV/dx = -A. It has no potential.
// Overlap-energy: E = Y V^2 / (2 l^3), F = Y V A / l^3, S = Y A^2 / l^3, and the couple Y V M / l^3 with the
// integral M of r x n over the patch: the gradient of E, all of it.
// Of both c = 2 zeta sqrt(S m), so the damping force -c v.n is one on dV/dt = -A.v; k_t a constant of the
// pair, k_t = ratio Y A_ref / l, so that springs outlive any change of the patch (law/contact_length.h).
// Patches resist twisting by friction: under uniform pressure mu N times the mean distance from their middle.
// Friction has only one limit for both: a patch that twists gives way to the slightest push (the ellipsoid
// of Goyal, Ruina and Papadopoulos 1991, Howe and Cutkosky 1996). With two limits a block that spins on its
// face would begin to rock by itself. And their dashpot is spread over them: a disc that rocks at the rate w
// feels the couple -c A / (4 pi) w, without which blocks would rock on their faces for ever; it too never
// pulls, so it stays below N/2 sqrt(A / pi).
#pragma once

#include "base/lanes.h"
#include "base/math.h"
#include "law/slider.h"
#include "state/contacts.h"
#include "state/materials.h"

namespace scree {

// PairLaw of the contacts.
template <class N>
struct LawNumbers {
  N stiffness, tangential_stiffness, compliance;  // spring
  N young, shear;                                 // hertz
  N dashpot, tangential_dashpot;
  N friction, rolling_friction, torsional_friction;
  N cohesion;
};

// Relative motion at the contacts.
template <class N>
struct Motion {
  Triple<N> velocity;  // of b against a, at the contact point
  Triple<N> spin_a, spin_b;
  N root_mass;  // square root of the effective mass 1/(1/m_a + 1/m_b)
  // Of the pair, for overlap laws (law/contact_length.h).
  N inverse_length{}, inverse_depth{}, reference_area{};
};

// ContactHistory and RollingHistory of the contacts.
template <class N>
struct Springs {
  Triple<N> normal, slide, slide_velocity;
  N stiffness;
};
template <class N>
struct RollingSprings {
  Triple<N> roll, roll_velocity;
  N twist, twist_velocity;
};

// Load and ContactEnergy of the contacts.
template <class N>
struct Pressed {
  Triple<N> force, torque_a, torque_b;
  N normal_force;
  N elastic_power, damping_power;
  SliderWork<N> work;
};

// What holds for all contacts of a call.
struct PressTerms {
  NormalLaw normal = NormalLaw::spring;
  double dt = 0;         // 0: springs with memory do not move (the first evaluation of a run)
  bool rolling = false;  // some law has rolling or torsional friction; else those springs are not looked at
  bool beds = false;     // bodies with corners may rest on beds; else TouchOf::bed is not looked at
};

template <class N>
struct Stiffness {
  N depth;       // what the law takes for it: if the bodies close at a speed v, they have met depth / v ago
  N elastic;     // normal spring force
  N damping;     // normal dashpot, N s/m
  N tangential;  // N/m
  N compliance;  // 1/tangential
  N tangential_damping;
};

// Bodies with corners under spring and hertz. The energy is a function of the bed's measure W (A d^2 / 2 on a
// flat patch of area A at depth d), such that a patch as large as the pair's reference area presses as the
// law says for a depth: E = k W / A_ref; E = 8/15 E* sqrt(R) (2 W / A_ref)^(5/4). With c = 2 zeta sqrt(m) F /
// sqrt(2 E) the restitution does not depend on how the force grows with depth: in s = sqrt(2 E) every impact
// along a line is that of a linear spring.
template <class N>
SCREE_HD SCREE_KERNEL void rest_on_bed(NormalLaw normal, const LawNumbers<N>& law, const TouchOf<N>& place,
                                       const Motion<N>& motion, const N& share_of_springs,
                                       const Mask<N>& on_bed, Stiffness<N>& s) {
  const N one = all_lanes<N>(1);
  const N measure = select(on_bed, place.bed.pair_measure, one);  // of all that act together
  const N inverse_area = 1 / select(on_bed, motion.reference_area, one);
  N force, energy, zeta2;  // twice zeta
  if (normal == NormalLaw::spring) {
    const N stiffness = law.stiffness * inverse_area;
    force = stiffness * place.bed.slope;
    energy = stiffness * measure;
    zeta2 = law.dashpot / root(law.stiffness);
  } else {
    const N square = 2 * measure * inverse_area;  // of the depth on the reference area
    const N slope = 8.0 / 15.0 * law.young * root(place.radius) * root(root(square));
    energy = slope * square;
    force = 2.5 * slope * inverse_area * place.bed.slope;
    zeta2 = law.dashpot * root(all_lanes<N>(1.2));
    // The tangent stiffness follows from force and energy, 3/5 F^2 / E; it must not vanish with the force.
    const N least = 1e-9 * law.young * place.radius;
    const N tangent = 0.6 * force * force / (share_of_springs * energy) + least;
    s.tangential = select(on_bed, 4 * law.shear / law.young * tangent, s.tangential);
    s.compliance = select(on_bed, 1 / s.tangential, s.compliance);
  }
  const N damping = zeta2 * motion.root_mass * force / root(2 * energy);
  if (normal == NormalLaw::hertz)
    s.tangential_damping = select(on_bed, law.tangential_dashpot * damping, s.tangential_damping);
  s.damping = select(on_bed, damping, s.damping);
  s.elastic = select(on_bed, force, s.elastic);
  // Where the slope vanishes the bodies are wholly in each other.
  const N whole = (normal == NormalLaw::spring ? 2.0 : 2.5) * energy * place.share;
  const Mask<N> pushes = on_bed & (force > 0);
  s.depth = select(pushes, whole / select(pushes, force, one), s.depth);
}

template <bool beds, class N>
SCREE_HD SCREE_KERNEL Stiffness<N> stiffness_of(const PressTerms& terms, const LawNumbers<N>& law,
                                                const TouchOf<N>& place, const Motion<N>& motion) {
  const NormalLaw normal = terms.normal;
  const N& root_mass = motion.root_mass;
  // Of touches that act together each bears its share: the force must not tell into how many parts a body was
  // cut, or of how many pieces a wall was made. Springs need some stiffness even where a part is touched
  // below its surface alone.
  const N& share = place.share;
  const N share_of_springs = select(share > 1e-3, share, all_lanes<N>(1e-3));
  Stiffness<N> s;
  s.depth = place.overlap;
  if (uses_volume(normal)) {
    const N stress = law.young * motion.inverse_length;
    if (normal == NormalLaw::overlap) {
      s.elastic = stress * place.volume;
      s.damping = law.dashpot * root(stress * place.facing_area) * root_mass * share;
    } else {
      const N density = stress * motion.inverse_length * motion.inverse_depth;
      s.elastic = density * place.pair_volume * place.area;
      s.damping = law.dashpot * root(density) * place.area * root_mass;
    }
    const N whole = law.tangential_stiffness * motion.reference_area * motion.inverse_length;
    s.tangential = whole * share_of_springs;
    s.compliance = 1 / s.tangential;
    s.tangential_damping = law.dashpot * root(whole) * root_mass * share_of_springs;
    return s;
  }
  if (normal == NormalLaw::spring) {
    s.elastic = share * law.stiffness * place.overlap;
    s.damping = share * law.dashpot * root_mass;
    s.tangential = law.tangential_stiffness * share_of_springs;
    s.compliance = law.compliance / share_of_springs;
  } else {
    const N contact_radius = root(place.radius * place.overlap);
    const N tangent = 2 * law.young * contact_radius;
    s.elastic = 2.0 / 3.0 * share * tangent * place.overlap;
    s.damping = share * law.dashpot * root(tangent) * root_mass;
    s.tangential = 8 * law.shear * contact_radius * share_of_springs;
    s.compliance = 1 / s.tangential;
  }
  s.tangential_damping = law.tangential_dashpot * s.damping;
  if (beds && terms.beds)
    if (const Mask<N> on_bed = place.bed.measure > 0; any(on_bed))
      rest_on_bed(normal, law, place, motion, share_of_springs, on_bed, s);
  return s;
}

// The tangent plane turns with the normal and with the mean spin about it, and springs turn along. They keep
// their length: turns are small, so one Newton step for the inverse root is exact to rounding; the root
// itself is left to the rare large turn.
template <class N>
SCREE_HD SCREE_KERNEL Triple<N> carry_spring(const Triple<N>& v, const Triple<N>& turn,
                                             const Triple<N>& normal) {
  Triple<N> w = v + turn.cross(v);
  w = w - normal * inner(normal, w);
  const N before = inner(v, v);
  const N after = inner(w, w);
  const N one = all_lanes<N>(1);
  const Mask<N> moves = (before > 0) & (after > 0);
  const N ratio = select(moves, after / select(moves, before, one), one);
  N factor = 1.5 - 0.5 * ratio;
  const Mask<N> far = magnitude(ratio - 1) >= 1e-7;
  if (any(far)) factor = select(far, 1 / root(ratio), factor);
  return w * factor;
}

// The springs of the last step in the frame of this one.
template <class N>
SCREE_HD SCREE_KERNEL void carry_springs(const PressTerms& terms, const TouchOf<N>& place,
                                         const Motion<N>& motion, Springs<N>& springs,
                                         RollingSprings<N>& rolling) {
  const Triple<N>& n = place.normal;
  const Triple<N> turn =
      springs.normal.cross(n) + n * ((0.5 * terms.dt) * inner(motion.spin_a + motion.spin_b, n));
  springs.slide = carry_spring(springs.slide, turn, n);
  springs.slide_velocity = springs.slide_velocity - n * inner(n, springs.slide_velocity);
  if (terms.rolling) {
    rolling.roll = carry_spring(rolling.roll, turn, n);
    rolling.roll_velocity = rolling.roll_velocity - n * inner(n, rolling.roll_velocity);
  }
}

// Energy in the springs of friction, rolling and torsion.
template <class N>
SCREE_HD SCREE_KERNEL N spring_energy(const PressTerms& terms, const Springs<N>& springs,
                                      const RollingSprings<N>& rolling) {
  N squares = inner(springs.slide, springs.slide);
  if (terms.rolling) squares = squares + inner(rolling.roll, rolling.roll) + rolling.twist * rolling.twist;
  const Mask<N> stiff = springs.stiffness > 0;
  return select(stiff, 0.5 * squares / select(stiff, springs.stiffness, all_lanes<N>(1)), N{});
}

// Mindlin's stiffness changes with the overlap: loading keeps the force, unloading reduces it with the
// stiffness (Thornton, Cummins and Cleary 2013), so the spring never gains energy without work being done on
// it. What it loses is microslip. The other laws have a constant, of which touches that act together have
// shares: those change as the body rocks, and then springs keep their lengths, so that what one loses the
// others gain.
template <class N>
SCREE_HD SCREE_KERNEL void rescale_springs(const PressTerms& terms, const N& stiffness, Springs<N>& springs,
                                           RollingSprings<N>& rolling, SliderWork<N>& work) {
  const N one = all_lanes<N>(1);
  const N before = spring_energy(terms, springs, rolling);
  const Mask<N> changes =
      terms.normal == NormalLaw::hertz ? stiffness < springs.stiffness : springs.stiffness > 0;
  const N factor = select(changes, stiffness / select(changes, springs.stiffness, one), one);
  springs.slide = springs.slide * factor;
  if (terms.rolling) {
    rolling.roll = rolling.roll * factor;
    rolling.twist = rolling.twist * factor;
  }
  springs.stiffness = stiffness;
  const N lost = before - spring_energy(terms, springs, rolling);
  work.elastic = work.elastic - lost;
  work.friction = work.friction + lost;
}

// Couple on b of a dashpot spread over a patch, for a relative spin across the normal: c times the mean
// square of the distance from the axis, a quarter of the squared radius of a disc. Of long patches the long
// axis counts, whichever way they rock: a cylinder must roll.
template <class N>
SCREE_HD SCREE_KERNEL Triple<N> rocking_couple(const Triple<N>& rocking, const N& damping, const N& width2,
                                               const N& normal_force) {
  const N drag = damping * width2;
  const N square = drag * drag * inner(rocking, rocking);
  const N limit2 = normal_force * normal_force * width2;
  const Mask<N> too_much = square > limit2;
  const N one = all_lanes<N>(1);
  const N factor = select(too_much, root(limit2 / select(too_much, square, one)), one);
  return rocking * -(drag * factor);
}

// What the friction of a patch resists: sliding, and twisting times the arm at which a force bears the
// couple.
template <class N>
struct PatchSlip {
  Triple<N> slide;
  N twist;

  SCREE_HD SCREE_KERNEL PatchSlip operator+(const PatchSlip& o) const {
    return {slide + o.slide, twist + o.twist};
  }
  SCREE_HD SCREE_KERNEL PatchSlip operator-(const PatchSlip& o) const {
    return {slide - o.slide, twist - o.twist};
  }
  SCREE_HD SCREE_KERNEL PatchSlip operator*(const N& factor) const {
    return {slide * factor, twist * factor};
  }
};
template <class N>
SCREE_HD SCREE_KERNEL N inner(const PatchSlip<N>& a, const PatchSlip<N>& b) {
  return inner(a.slide, b.slide) + a.twist * b.twist;
}
template <class N>
SCREE_HD SCREE_KERNEL PatchSlip<N> select(const Mask<N>& mask, const PatchSlip<N>& yes,
                                          const PatchSlip<N>& no) {
  return {select(mask, yes.slide, no.slide), select(mask, yes.twist, no.twist)};
}

// Force and couple on b.
template <class N>
struct Friction {
  Triple<N> force;
  N couple;
};

// Friction of patches. Where there is none, torsional friction may still resist twisting.
template <class N>
SCREE_HD SCREE_KERNEL Friction<N> rub_patch(const LawNumbers<N>& law, const TouchOf<N>& place,
                                            const Triple<N>& sliding, const N& spin, const Mask<N>& begins,
                                            const N& half, SliderLaw<N> slider, const N& normal_force,
                                            Springs<N>& springs, RollingSprings<N>& rolling,
                                            SliderWork<N>& work) {
  const N none{};
  const Mask<N> slides = law.friction > 0;
  const N by_material = select(slides, law.torsional_friction / select(slides, law.friction, all_lanes<N>(1)),
                               all_lanes<N>(1)) *
                        place.radius;
  const N arm = select(slides, place.lever, none) + by_material;
  slider.limit = select(slides, law.friction, law.torsional_friction) * normal_force;
  const PatchSlip<N> velocity{select(slides, sliding, Triple<N>{none, none, none}), spin * arm};
  const PatchSlip<N> before{springs.slide_velocity, rolling.twist_velocity};
  const PatchSlip<N> slipped = (select(begins, velocity, before) + velocity) * half;
  PatchSlip<N> spring{springs.slide, rolling.twist};
  const PatchSlip<N> force = slide(spring, slipped, velocity, slider, work);
  springs.slide = spring.slide;
  springs.slide_velocity = velocity.slide;
  rolling.twist = spring.twist;
  rolling.twist_velocity = velocity.twist;
  return {force.slide, force.twist * arm};
}

// Contacts that did not last for the whole step.
//
// One that began within it has acted and slid only since then. Integrators give the force at the end of a
// step the weight of half a step; where it grew as t^p since the onset, at a share s of the step before its
// end, its impulse is s/(1 + p) of a step. So it is scaled by 1/2 + s/(1 + p), the other half step being the
// next one's: p = 1 and 0 for the linear spring and dashpot, 3/2 and 1/4 for Hertz.
//
// Likewise one that will end within the next step, half of whose force acts then. Both together make the
// impact symmetric in time: what comes out is not faster than what went in. (Round bodies under spring and
// hertz have the first half alone.)
template <class N>
SCREE_HD SCREE_KERNEL void cut_to_duration(const PressTerms& terms, const N& way, const N& opening,
                                           const Mask<N>& begins, const Mask<N>& on_bed, Stiffness<N>& k,
                                           N& since) {
  const N one = all_lanes<N>(1);
  const bool linear = terms.normal != NormalLaw::hertz;
  const auto scale = [&](const Mask<N>& which, const N& share) {
    k.elastic = k.elastic * select(which, 0.5 + (linear ? 0.5 : 0.4) * share, one);
    const N dashpots = select(which, 0.5 + (linear ? 1.0 : 0.8) * share, one);
    k.damping = k.damping * dashpots;
    k.tangential_damping = k.tangential_damping * dashpots;
  };
  const Mask<N> late = begins & (-way > k.depth);
  since = select(late, k.depth / select(late, -opening, one), since);
  scale(late, since / terms.dt);
  Mask<N> last = way > k.depth;
  if (!uses_volume(terms.normal)) last = last & on_bed;
  if (any(last)) scale(last, k.depth / select(last, way, one));
}

// Moves the springs on and returns what the contacts do to their bodies. Without `may_rest_on_beds`, beds are
// left out of the code: most scenes have none, and their contacts would pay for what they do not use.
template <bool may_rest_on_beds = true, class N>
SCREE_HD SCREE_KERNEL Pressed<N> press(const PressTerms& terms, const LawNumbers<N>& law,
                                       const TouchOf<N>& place, const Motion<N>& motion, Springs<N>& springs,
                                       RollingSprings<N>& rolling) {
  const Triple<N>& n = place.normal;
  Stiffness<N> k = stiffness_of<may_rest_on_beds>(terms, law, place, motion);
  Pressed<N> result;

  const N opening = inner(motion.velocity, n);
  const Mask<N> begins = springs.stiffness == 0;
  N since = all_lanes<N>(terms.dt);
  Mask<N> on_bed{};
  if (may_rest_on_beds && terms.beds) on_bed = place.bed.measure > 0;
  const bool beds = may_rest_on_beds && terms.beds && any(on_bed);
  const N way = opening * terms.dt;
  if (any(magnitude(way) > k.depth)) cut_to_duration(terms, way, opening, begins, on_bed, k, since);

  // Normal: never pulls, but by cohesion. The dashpot gives way first, so restitution is solved for under
  // this rule. Friction feels what presses the surfaces together, which cohesion does not lessen.
  const N pushing = k.elastic - k.damping * opening;
  const N normal_force = select(pushing > 0, pushing, N{});
  const N pull = law.cohesion * place.area;
  result.normal_force = normal_force - pull;
  result.elastic_power = -(k.elastic - pull) * opening;
  result.damping_power = -(normal_force - k.elastic) * opening;

  carry_springs(terms, place, motion, springs, rolling);
  const Mask<N> softer = k.tangential < springs.stiffness;
  const Mask<N> stiffer = (springs.stiffness > 0) & (k.tangential > springs.stiffness);
  if (any(softer | stiffer))
    rescale_springs(terms, k.tangential, springs, rolling, result.work);
  else
    springs.stiffness = k.tangential;
  springs.normal = n;

  const N half = 0.5 * since;
  SliderLaw<N> slider{k.tangential, k.compliance, k.tangential_damping, law.friction * normal_force};
  const Triple<N> sliding = motion.velocity - n * opening;
  const Triple<N> spin = motion.spin_b - motion.spin_a;
  const N along = inner(spin, n);
  const bool patch = uses_volume(terms.normal) && terms.rolling;
  Friction<N> friction{};
  if (patch) {
    friction = rub_patch(law, place, sliding, along, begins, half, slider, normal_force, springs, rolling,
                         result.work);
  } else {
    const Triple<N> slid = (select(begins, sliding, springs.slide_velocity) + sliding) * half;
    friction.force = slide(springs.slide, slid, sliding, slider, result.work);
    springs.slide_velocity = sliding;
  }
  result.force = n * (normal_force - pull) + friction.force;
  result.torque_a = -place.arm_a.cross(result.force);
  result.torque_b = place.arm_b.cross(result.force);
  const Mask<N> coheres = law.cohesion > 0;
  if (any(coheres)) {  // it pulls on the whole patch, whose middle is not that of the volume
    const Triple<N> couple = -place.moment * law.cohesion;
    const N power = inner(couple, spin);
    result.elastic_power = select(coheres, result.elastic_power - power, result.elastic_power);
    result.torque_a = select(coheres, result.torque_a - couple, result.torque_a);
    result.torque_b = select(coheres, result.torque_b + couple, result.torque_b);
  }
  if (uses_volume(terms.normal) || beds) {
    const Triple<N> rocking = spin - n * along;
    const Triple<N> couple = rocking_couple(rocking, k.damping, place.width2, normal_force);
    result.damping_power = result.damping_power - inner(couple, rocking);
    result.torque_a = result.torque_a - couple;
    result.torque_b = result.torque_b + couple;
  }
  if (terms.normal == NormalLaw::overlap_energy || beds) {
    const N& slope = beds ? place.bed.slope : place.area;
    const N arm = k.elastic / select(slope > 0, slope, all_lanes<N>(1));
    const Triple<N> moment = beds ? select(on_bed, place.bed.moment, Triple<N>{}) : place.moment;
    const Triple<N> couple = moment * arm;
    result.elastic_power = result.elastic_power - inner(couple, spin);
    result.torque_a = result.torque_a - couple;
    result.torque_b = result.torque_b + couple;
  }

  if (terms.rolling) {
    const Triple<N> rolls = (spin - n * along) * place.radius;
    const Triple<N> rolled = (select(begins, rolls, rolling.roll_velocity) + rolls) * half;
    slider.limit = law.rolling_friction * normal_force;
    Triple<N> couple = slide(rolling.roll, rolled, rolls, slider, result.work) * place.radius;
    rolling.roll_velocity = rolls;
    if (patch) {
      couple = couple + n * friction.couple;
    } else {
      const N twists = along * place.radius;
      const N twisted = (select(begins, twists, rolling.twist_velocity) + twists) * half;
      slider.limit = law.torsional_friction * normal_force;
      couple = couple + n * (slide(rolling.twist, twisted, twists, slider, result.work) * place.radius);
      rolling.twist_velocity = twists;
    }
    result.torque_a = result.torque_a - couple;
    result.torque_b = result.torque_b + couple;
  }
  return result;
}

}  // namespace scree
