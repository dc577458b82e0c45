type Pair = { judgeId: string; submissionId: string };
export type Spread = { added: Pair[]; short: number };

/**
 * Gives each submission to so many judges, those with the least to do first, among equals at random. `existing` counts
 * towards the number; a pair of `excluded` is never made.
 */
export function spreadEvenly({
  submissionIds,
  judgeIds,
  existing,
  excluded,
  each,
  random = Math.random,
}: {
  submissionIds: readonly string[];
  judgeIds: readonly string[];
  existing: readonly Pair[];
  excluded: (pair: Pair) => boolean;
  each: number;
  random?: () => number;
}): Spread {
  const loads = new Map(judgeIds.map((id) => [id, 0]));
  const given = new Map<string, Set<string>>(submissionIds.map((id) => [id, new Set()]));
  for (const { judgeId, submissionId } of existing) {
    if (loads.has(judgeId)) loads.set(judgeId, (loads.get(judgeId) ?? 0) + 1);
    given.get(submissionId)?.add(judgeId);
  }
  const added: Pair[] = [];
  let short = 0;
  const open = shuffled(submissionIds, random).map((submissionId) => {
    const have = given.get(submissionId) ?? new Set();
    const free = judgeIds.filter((judgeId) => !have.has(judgeId) && !excluded({ judgeId, submissionId }));
    return { submissionId, have, free };
  });
  // Where there is the least choice first: the others even it out.
  for (const { submissionId, have, free } of open.sort((a, b) => a.free.length - b.free.length)) {
    const chosen = shuffled(free, random)
      .sort((a, b) => (loads.get(a) ?? 0) - (loads.get(b) ?? 0))
      .slice(0, Math.max(0, each - have.size));
    for (const judgeId of chosen) {
      added.push({ judgeId, submissionId });
      loads.set(judgeId, (loads.get(judgeId) ?? 0) + 1);
    }
    if (have.size + chosen.length < each) short += 1;
  }
  return { added, short };
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other] as T, all[last] as T];
  }
  return all;
}
