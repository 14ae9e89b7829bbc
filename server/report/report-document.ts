import { localize, type Text } from '#contract/kit/text.ts'
import { figureFormat } from '#contract/report/report-figure.ts'
import { isWide, layOut, sumWords } from '#contract/report/report-layout.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { reportSource, sourceLabel } from '#contract/report/report-sources.ts'
import { captionOf, countedWords, readerWords } from '#contract/report/report-words.ts'
import { type DocumentData, tooLarge } from '../base/documents/documents.ts'
import type { UserCtx } from '../engine/context.ts'
import { breakable } from '../engine/paper-blocks.ts'
import { filterWords } from './filter-words.ts'
import { type PaperBars, paperBars } from './paper-bars.ts'
import { paperParts } from './paper-columns.ts'

/** Cells of a table on paper; more take too much memory, and nobody reads them there. */
const maxCells = 20_000

interface Part {
  readonly from: number
  readonly to: number
  readonly widths: readonly number[]
  /** The upper heads, each over so many columns, and below them the figures if there are several. */
  readonly heads: readonly string[]
  readonly span: number
  readonly measures: readonly string[]
}

/** What `server/documents/report.typ` reads. */
export interface ReportDocument extends DocumentData {
  readonly note: string | null
  readonly isWide: boolean
  readonly scope: readonly string[]
  readonly chart: PaperBars | null
  readonly nameHeads: readonly string[]
  readonly parts: readonly Part[]
  /** The names of a line, and for a line of sums what stands behind them. */
  readonly lines: readonly {
    readonly names: readonly string[]
    readonly sum: string | null
    readonly figures: readonly string[]
  }[]
}

/** A result with what its report says of itself. */
export type NamedResult = ReportResult & { readonly name: Text; readonly note: Text | null }

const semicolon: Text = ['；', '; ']

const scopeOf = async (ctx: UserCtx, result: ReportResult): Promise<string[]> => {
  const t = (text: Text) => localize(text, ctx.lang)
  const source = reportSource(result.source)
  const conditions = source ? [t(sourceLabel(source)), ...(await filterWords(ctx, source.entity, result.filters))] : []
  return [
    t(countedWords) + conditions.join(t(semicolon)),
    t(readerWords(ctx.actor.realName || ctx.actor.account)),
    t(captionOf(result)),
  ]
}

/** The lines of the table as texts. */
const linesOf = ({ lang }: UserCtx, result: ReportResult): ReportDocument['lines'] => {
  const levels = result.heads.rows.length
  const formats = result.heads.measures.map(({ decimals }) => figureFormat(decimals))
  return layOut(result).lines.map(({ keys, groups }) => ({
    names: keys.map(({ name }) => breakable(name)),
    sum: keys.length < levels ? localize(keys.length ? sumWords.subtotal : sumWords.total, lang) : null,
    figures: groups.flatMap((group) =>
      formats.map((format, nth) => {
        const value = group?.values[nth] ?? null
        return value === null ? '' : format(value)
      }),
    ),
  }))
}

/** A report as a document on paper: what it counts, for whom, and its table. Throws a Fail for a table that is too large. */
export const reportDocument = async (ctx: UserCtx, result: NamedResult): Promise<ReportDocument> => {
  const t = (text: Text) => localize(text, ctx.lang)
  const { rows, measures, column } = result.heads
  const across = column ? [...layOut(result).columns.map(({ name }) => name), t(sumWords.total)] : ['']
  const labels = measures.map(({ label }) => t(label))
  const lines = linesOf(ctx, result)
  const nameHeads = rows.map(t)
  const hasUpper = column !== null
  const parts = paperParts(
    {
      names: lines.map(({ names }) => names),
      figures: lines.map(({ figures }) => figures),
      nameHeads,
      figureHeads: across.flatMap((name) => (hasUpper && measures.length === 1 ? [name] : labels)),
      span: measures.length,
    },
    isWide(result),
  )
  const cells = lines.length * parts.reduce((sum, { from, to }) => sum + nameHeads.length + to - from, 0)
  if (cells > maxCells) throw tooLarge()
  return {
    lang: ctx.lang,
    title: t(result.name),
    at: result.asOf,
    note: result.note ? t(result.note) : null,
    isWide: isWide(result),
    scope: await scopeOf(ctx, result),
    chart: paperBars(result, ctx.lang),
    nameHeads,
    parts: parts.map((part) => {
      const upper = across.slice(part.from / measures.length, part.to / measures.length)
      return {
        ...part,
        heads: hasUpper ? upper : labels,
        span: hasUpper ? measures.length : 1,
        measures: hasUpper && measures.length > 1 ? upper.flatMap(() => labels) : [],
      }
    }),
    lines,
  }
}
