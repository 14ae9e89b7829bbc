import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { processTypes } from '#contract/flow/categories.ts'
import { stageRules } from '#contract/project/transitions.ts'
import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { compileDefinition } from '../flow/bpmn/compile.ts'
import { storeVersion } from '../flow/definitions.ts'
import type { ShippedProcess } from '../flow/shipped-processes.ts'

const names = ['leave', 'xmsb', 'xmsb_unlist', 'recommend'] as const

/** The processes that the platform brings, by key. */
export const processFiles = (): Readonly<Record<(typeof names)[number], string>> =>
  Object.fromEntries(
    names.map((name) => [name, readFileSync(join(import.meta.dirname, 'processes', `${name}.bpmn20.xml`), 'utf8')]),
  ) as Record<(typeof names)[number], string>

/** The same with their types, for the administrators of an existing database (server/flow/shipped-processes.ts). */
export const shippedProcesses = (): ShippedProcess[] =>
  Object.entries(processFiles()).map(([key, xml]) => ({
    key,
    xml,
    fileName: `${key}.bpmn20.xml`,
    categoryKey: processTypes[key as (typeof names)[number]],
  }))

/** Deploys the platform's processes for all tenants, each only once: later versions are those of the administrators. */
export const seedProcesses = async (db: Db): Promise<void> => {
  const existing = await run<{ key: string }>(db, sql`select key from flow_definition where tenant_id = ''`)
  for (const { key, xml, fileName, categoryKey } of shippedProcesses()) {
    if (existing.some((row) => row.key === key)) continue
    const definition = await compileDefinition(xml, stageRules)
    await storeVersion(db, { definition, resourceName: fileName, categoryKey, tenantId: '', createUser: null })
  }
}
