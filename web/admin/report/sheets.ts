import type { ReportResult } from '#contract/report/report-result.ts'

/** A group of the first level with its own table. */
export interface ReportSheet {
  readonly id: string
  readonly name: string
  readonly result: ReportResult
}

/** So many sheets are drawn at once; more are for narrower filters. */
export const maxSheets = 200

/** A sheet for each group of the first level: what is below it, with its subtotal as the total. */
export const sheetsOf = (result: ReportResult): readonly ReportSheet[] => {
  const [, ...below] = result.heads.rows
  const sheets = new Map<string, ReportSheet & { result: { groups: ReportResult['groups'][number][] } }>()
  for (const group of result.groups) {
    const [first, ...rows] = group.rows
    if (!first) continue
    const id = JSON.stringify(first.value)
    const sheet = sheets.get(id) ?? {
      ...{ id, name: first.name },
      result: { ...result, heads: { ...result.heads, rows: below }, chart: null, groups: [] },
    }
    sheet.result.groups.push({ ...group, rows })
    sheets.set(id, sheet)
  }
  return [...sheets.values()]
}
