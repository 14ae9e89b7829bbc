import { calls } from '#contract/calls.ts'
import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { isMultiple } from '#contract/kit/kinds.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { partsWithCalls } from '#contract/project/parts.ts'
import type { Caller } from './platform.ts'

/** One endpoint of the register. */
export interface RegisteredCall {
  readonly name: string
  readonly endpoint: Endpoint
  /** The entity that `id`, `ids` and `pid` refer to. */
  readonly about: string
}

const parts = partsWithCalls.map(({ code }) => code as string)
const exportsOf = (verb: string) => verb.split('.')[0] as string

/** A connection that stays open, so its response never ends (inbox-live.test.ts). */
export const liveCall = 'messages.live'

const allCalls: readonly RegisteredCall[] = [
  ...(Object.values(entities) as AnyEntity[]).flatMap(({ name, calls: entityCalls }) =>
    Object.entries(entityCalls as Record<string, Endpoint>).map(([verb, endpoint]) => ({
      name: `${name}.${verb}`,
      endpoint,
      about: name,
    })),
  ),
  ...Object.entries(calls).flatMap(([group, groupCalls]) =>
    Object.entries(groupCalls as Record<string, Endpoint>).map(([verb, endpoint]) => ({
      name: `${group}.${verb}`,
      endpoint,
      about: parts.includes(group) ? 'declaration' : group === 'exports' ? exportsOf(verb) : 'attach',
    })),
  ),
]

/** Every endpoint of the register that answers, of entities and of no entity. */
export const registeredCalls = allCalls.filter(({ name }) => name !== liveCall)

export const callOf = (entity: AnyEntity, verb: string) => (entity.calls as Record<string, Endpoint | undefined>)[verb]

export const logoutCalls = ['auth.logout', 'auth.logoutPost', 'openEdition.logout']

/** Calls that begin, end or lock a session, change the password, or take a stream. */
export const sessionEndingCalls = [
  ...logoutCalls,
  ...['auth.lock', 'auth.unlock', 'auth.token', 'auth.refresh', 'openEdition.token'],
  ...['user.updatePassword', 'upload.putFile', 'upload.putFileAttach', 'signOn.start', 'signOn.open'],
]

const texts: Readonly<Record<string, string>> = {
  phone: '19900001234',
  email: 'a@example.com',
  account: 'walker',
  url: 'https://example.com',
  year: '2026',
  creditCode: '91320500MA1MAAAA1X',
  password: 'x',
}

/** A valid value for a field that refers to no row. */
export const plainValue = (name: string, { kind, rule, choices, of, length }: Field): unknown => {
  if (kind === 'text' && rule) return texts[rule]
  if (kind === 'choice') return choices?.[0]?.[0]
  if (kind === 'code' || kind === 'codes') return of === 'industry' ? 'C' : '320000'
  if (kind === 'time') return /close|deadline|end/i.test(name) ? '2099-01-01 00:00:00' : '2020-01-01 00:00:00'
  if (kind === 'one') return {}
  if (kind === 'many') return []
  if (kind === 'dicts') return '1'
  if (kind === 'text' || kind === 'longText' || kind === 'richText' || kind === 'secret')
    return '走'.padEnd(length ?? 2, '走')
  return kind === 'date' ? '2020-01-01' : 1
}

export const referenceKinds: readonly string[] = ['ref', 'refs', 'tree', 'file', 'files']
const keys = ['id', 'ids', 'pid', 'uid', 'tenantId', 'userId', 'userIds']

/** The input fields of an endpoint that identify its row. */
export const keysOf = ({ endpoint, about }: RegisteredCall): string[] =>
  Object.entries(endpoint.input as Fields)
    .filter(([name, { of }]) => (keys.includes(name) || (of === about && name !== 'parentId')) && name !== 'tenantId')
    .map(([name]) => name)

/** The input for one row: its id in every key field, and a plain value in all other required fields. */
export const inputForRow = (call: RegisteredCall, id: string): DraftPart => {
  const keyNames = keysOf(call)
  const input: DraftPart = Object.fromEntries(keyNames.map((name) => [name, id]))
  for (const [name, field] of Object.entries(call.endpoint.input as Fields))
    if (field.required && !keyNames.includes(name) && !referenceKinds.includes(field.kind))
      input[name] = plainValue(name, field)
  return input
}

/** The input with all fields of an endpoint; references come from `idsByEntity`. */
export const fullInputFor = (
  { endpoint, about }: RegisteredCall,
  which: 'keys' | 'all' | 'new',
  idsByEntity: Readonly<Record<string, string>>,
  tenantId: string,
): DraftPart => {
  const input: DraftPart = {}
  for (const [name, field] of Object.entries(endpoint.input as Fields)) {
    const isKey = keys.includes(name) || (referenceKinds.includes(field.kind) && Boolean(field.required))
    if (which === 'new' && name === 'id') continue
    if (name === 'tenantId') input[name] = tenantId
    else if (isKey || (referenceKinds.includes(field.kind) && which !== 'keys'))
      input[name] =
        idsByEntity[field.of ?? (field.kind.startsWith('file') ? 'attach' : about)] ?? idsByEntity.declaration
    else if (!referenceKinds.includes(field.kind)) input[name] = plainValue(name, field)
    if (isMultiple(field.kind) && input[name] !== undefined) input[name] = String(input[name])
  }
  if (endpoint.body === 'filters' && which === 'all') input.tenantId_equal = tenantId
  return endpoint.body === 'filters' && which === 'new' ? {} : input
}

/** Sends the input and returns the response as text, also for files. */
export const send = async (caller: Caller, { method, path }: Endpoint, input: DraftPart) => {
  const entries = Object.entries(input).map(([name, value]) => [name, String(value)])
  const { status, text } = await caller.text(
    method,
    method === 'GET' ? `${path}?${new URLSearchParams(entries)}` : path,
    method === 'POST' ? { body: input } : {},
  )
  return { status, text }
}

/** The result of an action for each item, eight at a time: requests that arrive together share the lookup of their session. */
export const forEachTogether = async <T, R>(items: readonly T[], action: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  for (let i = 0; i < items.length; i += 8) results.push(...(await Promise.all(items.slice(i, i + 8).map(action))))
  return results
}
