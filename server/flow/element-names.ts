import type { Page } from '#contract/kit/call.ts'
import type { Lang, Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import type { DefinitionFacts } from './definitions.ts'

/** SQL for the name of an element in the reader's language. `facts` are those of its definition, `name` is the Chinese name. */
export const nameInLanguage = (lang: Lang, facts: Fragment, elementId: Fragment, name: Fragment): Fragment =>
  lang === 'en' ? sql`coalesce(${facts}->'elements'->${elementId}->>'nameEn', ${name})` : name

/** Both names of an element; the Chinese name replaces a missing English one. */
export const namesOf = ({ elements }: DefinitionFacts, id: string, name: string): Text => [
  name,
  elements[id]?.nameEn ?? name,
]

interface NamedRow {
  readonly processDefinitionId?: string | null
  readonly taskDefinitionKey?: string | null
  readonly taskName?: string | null
  readonly processDefinitionName?: string | null
}

interface EnglishNames {
  readonly process: string | null
  readonly task: string | null
}

/** One query for a page, and none for a reader of Chinese. */
const englishNamesOf = async ({ db }: Ctx, rows: readonly NamedRow[]): Promise<ReadonlyMap<string, EnglishNames>> => {
  const keys = rows.map(({ processDefinitionId, taskDefinitionKey }) => ({ processDefinitionId, taskDefinitionKey }))
  const found = await run<EnglishNames & { id: string; key: string | null }>(
    db,
    sql`select distinct d.id::text, r."taskDefinitionKey" as key, d.facts->>'nameEn' as process,
        d.facts->'elements'->r."taskDefinitionKey"->>'nameEn' as task
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r ("processDefinitionId" bigint, "taskDefinitionKey" text)
        join flow_definition d on d.id = r."processDefinitionId"`,
  )
  return new Map(found.map(({ id, key, ...names }) => [`${id} ${key ?? ''}`, names]))
}

/** Puts the English names of processes and tasks in place of the Chinese ones, if the reader's language is English. */
export const withElementNames = async <R extends NamedRow>(ctx: Ctx, page: Page<R>): Promise<Page<R>> => {
  if (ctx.lang !== 'en' || page.records.length === 0) return page
  const names = await englishNamesOf(ctx, page.records)
  const records = page.records.map((row) => {
    const { process, task } = names.get(`${row.processDefinitionId} ${row.taskDefinitionKey ?? ''}`) ?? {}
    return {
      ...row,
      ...(process && row.processDefinitionName ? { processDefinitionName: process } : {}),
      ...(task && row.taskName ? { taskName: task } : {}),
    }
  })
  return { ...page, records }
}

/** The same for rows that are definitions themselves, with `name`. */
export const withDefinitionNames = async <R extends { readonly id: string; readonly name: string | null }>(
  ctx: Ctx,
  page: Page<R>,
): Promise<Page<R>> => {
  const named = await withElementNames(ctx, {
    ...page,
    records: page.records.map((row) => ({ row, processDefinitionId: row.id, processDefinitionName: row.name })),
  })
  return {
    ...named,
    records: named.records.map(({ row, processDefinitionName }) => ({ ...row, name: processDefinitionName })),
  }
}
