import type { Fields } from '#contract/kit/field.ts'
import { library } from '#contract/project/library.ts'
import { projectFields, type publicProjects } from '#contract/public-projects.ts'
import { containing, type Fragment, join, run } from '../base/db.ts'
import { quoted } from '../engine/columns.ts'
import type { HandlerOf } from '../engine/context.ts'
import { named } from '../engine/labels.ts'
import { platformTenant } from '../engine/scope.ts'
import { mostCounted, totalOf } from '../engine/totals.ts'

const columns = ['id::text', ...Object.keys(projectFields).map((name) => `${quoted(name)} as "${name}"`)].join(', ')

const same = ['province', 'city', 'operator', 'nationalEconomy1', 'year', 'isBenchmark'] as const

type List = HandlerOf<typeof publicProjects.list>

/** The same rows as the library's own list and every figure of the home page count (decisions.md 22). */
const wanted = (input: Parameters<List>[1]): Fragment => {
  const equal = same.flatMap((name): Fragment[] =>
    input[name] === null || input[name] === undefined ? [] : [{ text: `${quoted(name)} = ?`, values: [input[name]] }],
  )
  const { keyword, hasNetwork } = input
  const named = keyword
    ? [{ text: '(project_name ilike ? or commpany_name ilike ?)', values: [containing(keyword), containing(keyword)] }]
    : []
  const network = hasNetwork === 1 ? [{ text: 'network_mode > 1', values: [] }] : []
  const live = { text: 'is_deleted = 0 and tenant_id = ?', values: [platformTenant] }
  return join([live, ...equal, ...named, ...network], ' and ')
}

/** Listed projects as anybody may read them, the latest year first. */
export const listProjects: List = async (ctx, input) => {
  const size = Math.min(input.size || 10, 50)
  const current = Math.max(input.current || 1, 1)
  const where = wanted(input)
  const table = quoted(library.name)
  const [records, counted] = await Promise.all([
    run<Awaited<ReturnType<List>>['records'][number]>(ctx.db, {
      text: `select ${columns} from ${table} where ${where.text} order by year desc nulls last, id desc limit ? offset ?`,
      values: [...where.values, size, (current - 1) * size],
    }),
    totalOf(ctx, table, where),
  ])
  const total = Math.min(counted, mostCounted)
  await named(ctx, projectFields as Fields, records)
  return { records, total, size, current, pages: Math.ceil(total / size), ...(counted > total ? { capped: true } : {}) }
}
