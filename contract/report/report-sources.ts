import type { AnyEntity } from '../kit/entity.ts'
import { library } from '../project/library.ts'
import { privateNetwork } from '../project/private-network.ts'

/** Rows that a report can count. */
interface ReportSource {
  readonly entity: AnyEntity
  /** Fields that only holders of a permission may filter by, as in the list of the source. */
  readonly fieldPerms?: Readonly<Record<string, string>>
}

/** The sources of reports by the names of their entities. A report counts what the reader's list of the source shows. */
export const reportSources = {
  library: { entity: library, fieldPerms: { operator: 'library_export_all' } },
  privateNetwork: { entity: privateNetwork },
} as const satisfies Readonly<Record<string, ReportSource>>

export const reportSource = (name: unknown): ReportSource | undefined =>
  typeof name === 'string' && Object.hasOwn(reportSources, name)
    ? (reportSources as Readonly<Record<string, ReportSource>>)[name]
    : undefined
