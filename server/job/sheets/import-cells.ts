import { columnsOf, type Import } from '#contract/job/importing.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import type { UserCtx } from '../../engine/context.ts'
import { isBlank, meaningOf, wordsIn } from './cell-meaning.ts'
import type { Line } from './import-sheet.ts'
import { meanings } from './references.ts'

/** A fault of a line; `field` is null if it concerns the whole line. */
export interface LineFault {
  readonly field: string | null
  readonly text: Text
}

/** A line with its values by field, as a form would send them. Omits empty cells. */
export interface ParsedLine {
  readonly line: Line
  readonly value: Record<string, unknown>
  readonly faults: LineFault[]
}

/** Reads the cells of all lines by the kinds of their fields; looks up the names of each column once for all lines. */
export const readCells = async (
  ctx: UserCtx,
  entities: Readonly<Record<string, AnyEntity>>,
  spec: Import,
  lines: readonly Line[],
): Promise<ParsedLine[]> => {
  const columns = await Promise.all(
    columnsOf(spec).map(async ([name, field]) => {
      // the parent may be another line of the sheet: `linkParents` in import-rows.ts resolves it
      const isParent = spec.parentKey !== undefined && spec.entity.name === field.of
      const cellWords = new Set(isParent ? [] : lines.flatMap(({ cells }) => wordsIn(field, cells[name] ?? '')))
      return [name, field, isParent ? null : await meanings(ctx, entities, field, [...cellWords])] as const
    }),
  )
  return lines.map((line) => {
    const parsedLine: ParsedLine = { line, value: {}, faults: [] }
    for (const [name, field, meaningByWord] of columns) {
      const cell = line.cells[name]
      if (cell === undefined || isBlank(cell)) continue
      const meaning = meaningOf(field, cell, meaningByWord)
      if ('fault' in meaning) parsedLine.faults.push({ field: name, text: meaning.fault })
      else parsedLine.value[name] = meaning.value
    }
    return parsedLine
  })
}
