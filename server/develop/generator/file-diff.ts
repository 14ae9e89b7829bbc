/** Lines around a change that a difference shows. */
const context = 3

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

const newFile = (path: string, text: string): string => {
  const lines = linesOf(text)
  return [
    `diff --git a/${path} b/${path}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${path}`,
    `@@ -0,0 +1,${lines.length} @@`,
    ...lines.map((line) => `+${line}`),
    '',
  ].join('\n')
}

/** Runs of inserted lines: where each stands in the file after the change, and how many lines it has. */
const insertionsIn = (before: readonly string[], after: readonly string[]): [at: number, count: number][] => {
  const insertions: [number, number][] = []
  let old = 0
  for (let at = 0; at < after.length; at++) {
    if (after[at] === before[old]) old += 1
    else {
      const last = insertions.at(-1)
      if (last && last[0] + last[1] === at) last[1] += 1
      else insertions.push([at, 1])
    }
  }
  return insertions
}

/** Insertions whose contexts would touch stand in one hunk. */
const hunksOf = (insertions: readonly [number, number][]): [number, number][][] => {
  const hunks: [number, number][][] = []
  for (const one of insertions) {
    const last = hunks.at(-1)?.at(-1)
    if (last && one[0] - (last[0] + last[1]) <= 2 * context) hunks.at(-1)?.push(one)
    else hunks.push([one])
  }
  return hunks
}

/**
 * The difference between two versions of a file as `git apply` reads it; `before` is null for a new one. A changed file only has more
 * lines than before: the generator adds, and changes nothing.
 */
export const fileDiff = (path: string, before: string | null, after: string): string => {
  if (before === null) return newFile(path, after)
  const lines = linesOf(after)
  let added = 0
  const hunks = hunksOf(insertionsIn(linesOf(before), lines)).map((insertions) => {
    const [first, last] = [insertions[0] as [number, number], insertions.at(-1) as [number, number]]
    const from = Math.max(0, first[0] - context)
    const to = Math.min(lines.length, last[0] + last[1] + context)
    const count = insertions.reduce((sum, [, each]) => sum + each, 0)
    const isNew = (at: number) => insertions.some(([start, each]) => at >= start && at < start + each)
    const body = lines.slice(from, to).map((line, at) => (isNew(from + at) ? `+${line}` : ` ${line}`))
    const head = `@@ -${from - added + 1},${to - from - count} +${from + 1},${to - from} @@`
    added += count
    return [head, ...body].join('\n')
  })
  return [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks, ''].join('\n')
}
