import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { processTypes } from '#contract/flow/categories.ts'
import { stageRules } from '#contract/project/transitions.ts'
import { type Db, run } from '../base/database/db.ts'
import { compileDefinition } from '../flow/bpmn/compile.ts'
import { storeVersion } from '../flow/definitions.ts'

const names = ['leave', 'xmsb', 'xmsb_unlist', 'recommend'] as const

/** The processes that the platform brings, by key. */
export const processFiles = (): Readonly<Record<(typeof names)[number], string>> =>
  Object.fromEntries(
    names.map((name) => [name, readFileSync(join(import.meta.dirname, 'processes', `${name}.bpmn20.xml`), 'utf8')]),
  ) as Record<(typeof names)[number], string>

/** Deploys the platform's processes for all tenants, each only once: later versions are those of the administrators. */
export const seedProcesses = async (db: Db): Promise<void> => {
  const existing = await run<{ key: string }>(db, sql`select key from flow_definition where tenant_id = ''`)
  const files = processFiles()
  for (const key of names) {
    if (existing.some((row) => row.key === key)) continue
    const definition = await compileDefinition(files[key], stageRules)
    const resourceName = `${key}.bpmn20.xml`
    await storeVersion(db, { definition, resourceName, categoryKey: processTypes[key], tenantId: '', createUser: null })
  }
}
