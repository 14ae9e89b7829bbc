import type { Access, Action, Endpoint, Out, UserAccess } from './call.ts'
import type { Field, Fields, RowInput } from './field.ts'
import { keyword, keywordFields } from './keyword.ts'
import { kitTerms } from './kit-terms.ts'
import { kebab, snake, type Text } from './text.ts'
import {
  type base,
  type EntityRow,
  type Verb,
  type VerbTypes,
  verbs,
  type WithRecycling,
  withRecycling,
} from './verbs.ts'

/** Areas and the service name of each on the wire, where `caict-porject` is misspelled. */
const services = {
  system: 'caict-system',
  inbox: 'caict-inbox',
  storage: 'caict-resource',
  log: 'caict-log',
  develop: 'caict-develop',
  job: 'caict-job',
  desk: 'caict-desk',
  news: 'caict-news',
  flow: 'caict-flow',
  work: 'caict-flow',
  project: 'caict-porject',
  report: 'caict-report',
} as const

export type Area = keyof typeof services

/** The area of a service as clients name it: `caict-system`, `blade-system` or `system`. */
export const areaOfService = (service: string): Area | undefined => {
  const name = service.replace(/^[a-z]+-/, '')
  return (Object.keys(services) as Area[]).find((area) => area === name || services[area] === `caict-${name}`)
}

export type Actions = { readonly [name: string]: Action }

/** How rows are imported from a sheet, where it differs from what follows from the fields (contract/job/importing.ts). */
export interface SheetImport {
  readonly fields?: readonly string[]
  readonly key?: readonly string[]
  readonly parentKey?: (row: Readonly<Record<string, unknown>>) => readonly string[] | null
  readonly hint?: Text
}

/** The reason why rows cannot be imported from a sheet. */
export interface NoImport {
  readonly none: string
}

/** A field of an entity, or one that every row has. */
export type ListedName<F extends Fields> = (keyof F | keyof typeof base) & string

export interface Definition<F extends Fields, V extends readonly Verb[], X extends Actions> {
  readonly fields: F
  /** The name of a single row, for the add button: 新增用户, Add user. */
  readonly rowLabel?: Text
  /** The field that names a row, in choices, messages and the audit; the first field when absent. */
  readonly title?: keyof F & string
  /** Unique indexes of the migrations, besides those of `unique` fields, with the field at which a violation is reported. */
  readonly uniqueIndexes?: Readonly<Record<string, keyof F & string>>
  /** Fields of the search bar. */
  readonly search?: readonly (keyof F & string)[]
  /** Texts by which the command palette finds records, the most specific first; an index of pairs has them. */
  readonly quickSearch?: readonly (keyof F & string)[]
  /** Fields that a keyword also searches, for callers with one of these permissions. */
  readonly restrictedSearch?: { readonly fields: readonly (keyof F & string)[]; readonly perms: readonly string[] }
  /** Columns of the table, in order; when absent, all short fields and the creation time. */
  readonly list?: readonly ListedName<F>[]
  /** Columns of an export that names none, if cells of the table show several fields or leave some out. */
  readonly exportColumns?: readonly ListedName<F>[]
  /** Columns that the table shows in any window from 1280 pixels on; the first two and the state when absent. */
  readonly essential?: readonly (keyof F & string)[]
  /** Fields that are not changed in a cell of the list: they have consequences, or lists do not contain their value. */
  readonly formOnly?: readonly (keyof F & string)[]
  readonly verbs?: V
  readonly actions?: X
  /** Sections of a long form, each a tab. */
  readonly groups?: readonly { readonly label: Text; readonly fields: readonly (keyof F & string)[] }[]
  /** Which rows a caller may see: all, those of their data scopes, or only their own. */
  readonly rows?: 'all' | 'scoped' | 'own'
  /** Rows belong to the platform, not to a tenant. Every tenant may read them, unless `closed`; only the platform may write. */
  readonly shared?: true | 'closed'
  /**
   * There may be millions of rows: each column of the list has an index for its order, in both directions, and the searched texts have
   * one of the pairs of their characters.
   */
  readonly isLarge?: true
  /**
   * Rows are added without end. A list by other fields than the `indexed` ones and whole texts of `whole`, all of which have an index in
   * this order, or in another order than the newest first, looks at the newest 5,000 rows.
   */
  readonly newestRows?: { readonly indexed: readonly ListedName<F>[]; readonly whole?: readonly (keyof F & string)[] }
  /** Rows come from a view or from triggers of the migrations and describe rows of other entities, whose scopes apply. */
  readonly isView?: true
  /** The path below /api, if it is not /service/name. */
  readonly at?: string
  /** Its calls answer only where whoever operates the server has switched the development tools on (DEV_TOOLS). */
  readonly needsDevTools?: true
  /** Path of its screen in clients of the family, if not /area/name; ours finds it by the code. */
  readonly screen?: string
  /** False if its rows have no screen of their own, and so no menu. */
  readonly hasMenu?: false
  /** Stem of its permission codes, if the wire spells it differently from the name. */
  readonly code?: string
  /** Whether its export can also be asked for by POST, with the parameters of the list in the address or as JSON. */
  readonly hasPostedExport?: true
  /** The import from a sheet; every entity whose rows can be added has one, unless there is a reason against it. */
  readonly imports?: SheetImport | NoImport
  /** Additional permission codes of this screen, beyond those of verbs and actions. */
  readonly perms?: { readonly [code: string]: Text }
}

/** An action without `access` has the permission of its own name; the compiler then infers the whole of `Access`. */
type ActionAccess<A extends Access> = Access extends A ? UserAccess : A

export type Calls<F extends Fields, V extends readonly Verb[], X extends Actions> = {
  readonly [N in WithRecycling<V[number]>]: Endpoint<VerbTypes<F>[N][0], VerbTypes<F>[N][1], UserAccess>
} & {
  readonly [N in keyof X]: Endpoint<
    RowInput<X[N]['input']>,
    Out<NonNullable<X[N]['output']>>,
    ActionAccess<NonNullable<X[N]['access']>>
  >
}

export interface Entity<
  N extends string = string,
  F extends Fields = Fields,
  V extends readonly Verb[] = readonly Verb[],
  X extends Actions = Actions,
> extends Omit<Definition<F, V, X>, 'verbs' | 'title'> {
  readonly area: Area
  readonly name: N
  readonly label: Text
  /** Permission code of its menu and stem of the other codes. */
  readonly code: string
  readonly path: string
  readonly title: string
  readonly rows: 'all' | 'scoped' | 'own'
  readonly verbs: readonly WithRecycling<V[number]>[]
  readonly actions: X
  readonly calls: Calls<F, V, X>
  /** Fields that its list can be filtered by and that its rows do not have; its handler reads them. */
  readonly filters?: Fields
}

const defaultVerbs = ['list', 'detail', 'submit', 'remove'] as const

const accessOf = (code: string, needs: (typeof verbs)[Verb]['needs']): Access =>
  needs === 'login' ? 'login' : { perm: needs.map((need) => (need ? `${code}_${need}` : code)) }

/** Input of the verbs that write: the entity's own fields, and the id, which marks an update. */
const writeInput = (fields: Fields): Fields => ({
  id: { kind: 'ref', label: kitTerms.id } satisfies Field,
  ...fields,
})

/** Adds the keyword to a call that lists rows. */
const withKeyword = (call: Endpoint): Endpoint =>
  call.body === 'filters' ? { ...call, input: { ...call.input, keyword } } : call

/**
 * Declares a CRUD resource as pure data: table, routes, permission codes, validation, OpenAPI, menu, list, form and
 * standard tests derive from it (docs/HOUSE.md).
 */
export const entity = <
  const N extends string,
  const F extends Fields,
  const V extends readonly Verb[] = typeof defaultVerbs,
  const X extends Actions = Record<never, never>,
>(
  area: Area,
  name: N,
  label: Text,
  definition: Definition<F, V, X>,
): Entity<N, F, V, X> => {
  const code = definition.code ?? snake(name)
  const path = `/api/${definition.at ?? `${services[area]}/${kebab(name)}`}`
  const entityVerbs = withRecycling<V[number]>(definition.verbs ?? (defaultVerbs as unknown as V))
  const calls: Record<string, Endpoint> = {}
  for (const verb of entityVerbs) {
    const spec = verbs[verb]
    calls[verb] = {
      method: spec.method,
      path: `${path}/${spec.path}`,
      access: accessOf(code, spec.needs),
      label: spec.label,
      input: spec.input === 'fields' ? writeInput(definition.fields) : spec.input,
      output: spec.output(definition.fields),
      ...(spec.filters ? { body: 'filters' } : {}),
    }
  }
  for (const [verb, action] of Object.entries(definition.actions ?? {}))
    calls[verb] = {
      ...action,
      path: action.at?.startsWith('/') ? `/api${action.at}` : `${path}/${action.at ?? kebab(verb)}`,
      access: action.access ?? { perm: [`${code}_${snake(verb)}`] },
      label: action.label ?? action.button?.label ?? [verb, verb],
      output: action.output ?? { as: 'nothing' },
    }
  if (keywordFields(definition).length)
    for (const [name, call] of Object.entries(calls)) calls[name] = withKeyword(call)
  return {
    ...definition,
    area,
    name,
    label,
    code,
    path,
    title: definition.title ?? (Object.keys(definition.fields)[0] as string),
    rows: definition.rows ?? 'all',
    verbs: entityVerbs,
    actions: definition.actions ?? ({} as X),
    calls: calls as unknown as Calls<F, V, X>,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an entity whose exact fields do not matter to the code that uses it
export type AnyEntity = Entity<string, any, any, any>

/** A row of an entity as the server returns it. */
export type RowOf<T extends AnyEntity> = EntityRow<T['fields']>
