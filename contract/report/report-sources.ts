import type { AnyEntity } from '../kit/entity.ts'
import { type Fields, text } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { loginLog } from '../log/login-log.ts'
import { declaration } from '../project/declaration.ts'
import { library } from '../project/library.ts'
import { privateNetwork } from '../project/private-network.ts'
import { filteredDeclaration, type Reading, type ReadingName, readings } from '../project/readings.ts'

/** Rows that a report can count. */
interface ReportSource {
  readonly entity: AnyEntity
  /** Fields that only holders of a permission may filter by, as in the list of the source. */
  readonly fieldPerms?: Readonly<Record<string, string>>
  /** Parameters of the list that every report of the source has: rows that are no source of figures. */
  readonly always?: string
  /** What differs in a report from the fields of the entity. */
  readonly fields?: Fields
  /** Numbers that are codes, of which no report says anything. */
  readonly without?: readonly string[]
  /** Rows that each row of the entity has several of: a figure counts rows of the entity, and calculates only with fields of these. */
  readonly reading?: Reading
}

const declarations = {
  entity: filteredDeclaration,
  // no drafts, none that waits for its operator, none that was withdrawn
  always: 'declareStatus_ge=10&declareStatus_notequal=90',
  fields: { year: text(...declaration.fields.year.label, { direction: 'out', rule: 'year' }) },
  without: ['operator', 'returnedFrom', 'version'],
} as const satisfies ReportSource

/** A reading of declarations, with a field that each of its rows has: the total, too, opens only declarations that have any. */
const readingOf = (name: ReadingName, field: string) => ({
  ...declarations,
  always: `${declarations.always}&${field}_notnull=1`,
  reading: readings[name],
})

/** The sources of reports by the names of their entities or readings. A report counts what the reader's list of the source shows. */
export const reportSources = {
  library: { entity: library, fieldPerms: { operator: 'library_export_all' } },
  privateNetwork: { entity: privateNetwork },
  declaration: declarations,
  declarationStay: readingOf('declarationStay', 'stayStage'),
  declarationReturn: readingOf('declarationReturn', 'returnStage'),
  loginLog: { entity: loginLog },
} as const satisfies Readonly<Record<string, ReportSource>>

export type SourceName = keyof typeof reportSources

/** What a report of this source counts. */
export const sourceLabel = ({ entity, reading }: ReportSource): Text => reading?.label ?? entity.label

export const reportSource = (name: unknown): ReportSource | undefined =>
  typeof name === 'string' && Object.hasOwn(reportSources, name) ? reportSources[name as SourceName] : undefined
