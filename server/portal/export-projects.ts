import { Fail } from '#contract/kit/fail.ts'
import { type Lang, localize } from '#contract/kit/text.ts'
import { maxExportedProjects, projectColumnNames, projectColumns } from '#contract/portal/project-columns.ts'
import type { publicProjects } from '#contract/portal/public-projects.ts'
import { spendAllowances } from '../auth/allowance.ts'
import { wireTime } from '../base/process/clock.ts'
import type { Cell } from '../base/sheets/cell.ts'
import { xlsxOf, xlsxType } from '../base/sheets/xlsx.ts'
import { perApp } from '../engine/cache.ts'
import type { HandlerOf } from '../engine/context.ts'
import { firstProjects } from './projects.ts'

type ListedRow = Awaited<ReturnType<typeof firstProjects>>[number] & { readonly [name: `${string}Name`]: string | null }

/** The cells of a row, as the page of the list shows them. */
const cellsOf = (row: ListedRow, lang: Lang): Cell[] => {
  const places = [row.provinceName, row.cityName].filter(Boolean)
  const cells = {
    projectName: row.projectName,
    commpanyName: row.commpanyName,
    place: lang === 'zh' ? places.join(' ') : places.reverse().join(', '),
    operator: row.operatorName ?? null,
    industry: row.nationalEconomy2Name ?? row.nationalEconomy1Name ?? null,
    year: row.year,
  } satisfies Record<(typeof projectColumnNames)[number], Cell>
  return projectColumnNames.map((name) => cells[name])
}

/** The addresses with an export under way. */
const running = perApp(() => new Set<string>())

const busy = () =>
  new Fail(
    ['正在为您导出，请等待完成后再试', 'An export for your address is under way; please wait until it has finished'],
    429,
  )

/**
 * The public list as a workbook: at most 5,000 rows, with the filters, the order and the columns of its page. One export at a time, and
 * ten in a minute, for each address; otherwise throws 429.
 */
export const exportProjects: HandlerOf<typeof publicProjects.exportList> = async (
  ctx,
  { lang: inputLang, ...input },
) => {
  const { address } = ctx.request
  const lang: Lang = inputLang === 'en' ? 'en' : inputLang === 'zh' ? 'zh' : ctx.lang
  const addresses = running(ctx.app)
  if (addresses.has(address)) throw busy()
  addresses.add(address)
  const end = () => addresses.delete(address)
  try {
    await spendAllowances(ctx, { key: `export-projects:${address}`, limit: 10, seconds: 60 })
    const rows = (await firstProjects({ ...ctx, lang }, input, maxExportedProjects)) as ListedRow[]
    const name = localize(['在库项目名单', 'Listed projects'], lang)
    const stream = xlsxOf([
      {
        name,
        columns: projectColumnNames.map((column) => ({
          title: localize(projectColumns[column], lang),
          width: column.endsWith('Name') ? 40 : 20,
        })),
        rows: (async function* () {
          yield rows.map((row) => cellsOf(row, lang))
        })(),
      },
    ])
    stream.once('close', end)
    return { stream, name: `${name}-${wireTime().slice(0, 10)}.xlsx`, type: xlsxType }
  } catch (error) {
    end()
    throw error
  }
}
