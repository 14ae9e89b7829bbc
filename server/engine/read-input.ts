import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/call.ts'
import { check, readDraft } from '#contract/kit/check.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { isUnsaid } from '#contract/kit/filter-suffix.ts'
import { keyword } from '#contract/kit/keyword.ts'
import { isIdentifier } from '#contract/kit/kinds.ts'
import { fill } from '#contract/kit/text.ts'
import { readListParameters } from './filter.ts'

type Input = Record<string, unknown>
type Request = Pick<FastifyRequest, 'query' | 'body' | 'headers'>

const isTokenName = (name: string): boolean => name.toLowerCase() === 'blade-auth'

/** The token in the query of a link, which cannot carry a header; its name is in any case, as for headers. */
export const tokenInQuery = ({ query }: Pick<Request, 'query'>): unknown =>
  Object.entries(query as Input).find(([name]) => isTokenName(name))?.[1]

const isId = (name: string, field: Field): boolean => isIdentifier(field) || /ids?$/i.test(name)

/**
 * The parameters of a query or a form. Programs that have no value write `undefined` or `null` there: that counts as absent, but
 * as an id it is a fault, so that a call for one row never becomes a call for all. What a person looks for stays as it is.
 */
const readParameters = (fields: Fields, parameters: Input): Input => {
  const faults: Fault[] = []
  const presentValues = Object.entries(parameters).filter(([name, value]) => {
    if (isTokenName(name)) return false
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === keyword || value === '' || !isUnsaid(value)) return true
    if (field && isId(name, field))
      faults.push({ at: name, text: fill(['{0}的值不正确', '{0} is not valid'], field.label) })
    return false
  })
  if (faults.length) throw faulty(faults)
  return Object.fromEntries(presentValues)
}

const isForm = ({ headers }: Request): boolean => !/json/.test(headers['content-type'] ?? 'json')

const readBody = ({ input }: Endpoint, request: Request): Input => {
  const { body } = request
  if (typeof body !== 'object' || body === null) return {}
  if (Array.isArray(body)) return { list: body }
  return isForm(request) ? readParameters(input, body as Input) : (body as Input)
}

/** The list parameters of a JSON body, like those of an address: a value that is neither text nor number is no filter. */
const readFilters = (endpoint: Endpoint, request: Request): Input => {
  const given = Object.entries(readBody(endpoint, request)).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  const texts = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
  return readParameters(endpoint.input, texts)
}

/** Reads and checks the input by the fields of the endpoint; drops unknown keys. Throws faults. */
export const readInput = (endpoint: Endpoint, request: Request): Input => {
  const address = readParameters(endpoint.input, request.query as Input)
  const hasFilters = endpoint.method === 'POST' && endpoint.body === 'filters'
  const query = hasFilters ? { ...address, ...readFilters(endpoint, request) } : address
  const parameters = endpoint.body === 'filters' ? readListParameters(endpoint, query) : query
  const rawInput = endpoint.method === 'GET' ? parameters : { ...parameters, ...readBody(endpoint, request) }
  const { id } = endpoint.input
  // a write of a row whose id is optional changes what it names; an action on a row needs all that it requires
  const changesRow = id !== undefined && id.required !== true && Boolean(rawInput.id)
  const mode = endpoint.body === 'draft' || changesRow ? 'change' : 'new'
  const { value, faults } =
    endpoint.body === 'draft' ? readDraft(endpoint.input, rawInput) : check(endpoint.input, rawInput, { mode })
  if (faults.length) throw faulty(faults)
  return endpoint.body === 'filters' ? { ...parameters, ...value } : (value as Input)
}

/** `tenantId` in query or body. Most calls have no such field, so that `readInput` drops it (server/system/tenants/acting-tenant.ts). */
export const namedTenant = ({ query, body }: Request): string | null => {
  const named = (query as Input).tenantId ?? (query as Input).tenant_id ?? (body as Input | null | undefined)?.tenantId
  return typeof named === 'string' && !isUnsaid(named) ? named : null
}
