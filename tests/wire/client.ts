import { sm2 } from 'sm-crypto-v2'
import { expect } from 'vitest'
import { until } from '../support/until.ts'
import type { Step } from './step.ts'

/** Clients of the family send ciphers as C1C2C3, without the leading 04 (docs/decisions/0047). */
const cipherMode = 0

export type SavedValues = Record<string, unknown>

export interface FamilyClient {
  readonly savedValues: SavedValues
  /** Sends a step and checks the answer as a client of the family needs it; resolves to the body. */
  readonly play: (step: Step) => Promise<unknown>
}

/** The value at `data.records.0.id`. */
export const at = (body: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], body)

const fullPlaceholder = /^\{([\w:.@-]+)\}$/
const placeholders = /\{([\w:.@-]+)\}/g

interface ServerInfo {
  readonly url: string
  readonly publicKey: string
}

const readerOf =
  ({ publicKey }: ServerInfo, savedValues: SavedValues) =>
  (name: string): unknown => {
    if (name.startsWith('sm2:')) {
      const plain = name.slice(4)
      return sm2.doEncrypt(plain.startsWith('@') ? String(savedValues[plain.slice(1)]) : plain, publicKey, cipherMode)
    }
    if (!(name in savedValues)) throw new Error(`No value was saved as ${name}.`)
    return savedValues[name]
  }

/** Replaces placeholders by saved values; `'...'` spreads a row. */
const fillPlaceholders = (value: unknown, read: (name: string) => unknown): unknown => {
  if (typeof value === 'string') {
    const name = fullPlaceholder.exec(value)?.[1]
    return name ? read(name) : value.replace(placeholders, (_, item: string) => String(read(item)))
  }
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, read))
  if (typeof value !== 'object' || value === null) return value
  const { '...': row, ...remaining } = value as Record<string, unknown>
  const properties = Object.fromEntries(
    Object.entries(remaining).map(([name, item]) => [name, fillPlaceholders(item, read)]),
  )
  return { ...(fillPlaceholders(row, read) as object | undefined), ...properties }
}

const queryOf = (query: object): string => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`

/** The headers that such a client sends with every call, in an English browser. */
const headersFor = (step: Step, token: unknown, extraHeaders: object) => ({
  authorization: basic,
  'accept-language': 'en-US,en;q=0.9',
  'blade-requested-with': 'BladeHttpRequest',
  ...(token && !step.visitor ? { 'blade-auth': `bearer ${token}` } : {}),
  ...extraHeaders,
})

const bodyOf = (step: Step, read: (name: string) => unknown) => {
  if (step.file) {
    const form = new FormData()
    form.set('file', new File(['a,b\n1,2\n'], step.file))
    return { body: form, type: {} }
  }
  if (step.form)
    return {
      body: new URLSearchParams(fillPlaceholders(step.form, read) as Record<string, string>).toString(),
      type: { 'content-type': 'application/x-www-form-urlencoded' },
    }
  if (step.json === undefined) return { type: {} }
  return {
    body: JSON.stringify(fillPlaceholders(step.json, read)),
    type: { 'content-type': 'application/json;charset=utf-8' },
  }
}

/** Checks what the code of the client reads of every answer. */
const checkEnvelope = (step: Step, body: Record<string, unknown>, status: number) => {
  expect(body).toMatchObject({ code: status, success: status === 200, msg: expect.any(String) })
  expect(body).toHaveProperty('data')
  if (status === 200) expect(body.msg).toBe('操作成功')
  const rows = at(body, 'data.records')
  if (rows !== undefined) expect([Array.isArray(rows), typeof at(body, 'data.total')]).toEqual([true, 'number'])
  const data = body.data as unknown
  const row = (rows as unknown[] | undefined)?.[0] ?? (Array.isArray(data) ? data[0] : data)
  for (const name of step.expectedFields ?? [])
    expect([name, row]).toEqual([name, expect.objectContaining({ [name]: expect.anything() })])
}

/** A client of the family for this server, with the values that its steps save. */
export const familyClient = (server: ServerInfo, savedValues: SavedValues = {}): FamilyClient => {
  const read = readerOf(server, savedValues)
  const send = (step: Step) => {
    const { body, type } = bodyOf(step, read)
    const query = queryOf(fillPlaceholders(step.query ?? {}, read) as object)
    const headers = headersFor(step, savedValues.token, {
      ...type,
      ...(fillPlaceholders(step.headers ?? {}, read) as object),
    })
    const path = String(fillPlaceholders(step.path, read)).replace(/^\/api\//, '')
    return fetch(`${server.url}/api/${path}${query}`, { method: step.method, headers, body })
  }
  /** Resolves once the list has a row; log rows are written shortly after the event. */
  const waitForFirstRow = (step: Step) =>
    until(async () => at((await (await send(step)).json()) as Record<string, unknown>, 'data.records.0'))
  const play = async (step: Step) => {
    if (step.awaitsRow) await waitForFirstRow(step)
    const response = await send(step)
    const status = step.status ?? 200
    if (step.isFile) {
      expect([response.status, (await response.arrayBuffer()).byteLength > 0]).toEqual([status, true])
      return null
    }
    const body = (await response.json()) as Record<string, unknown>
    expect([response.status, body.msg]).toEqual([status, step.msg ?? body.msg])
    if (!step.flat) checkEnvelope(step, body, status)
    else for (const name of step.expectedFields ?? []) expect(body).toHaveProperty(name)
    for (const [place, value] of Object.entries(step.expectedValues ?? {}))
      expect([place, at(body, place)]).toEqual([place, fillPlaceholders(value, read)])
    for (const [name, place] of Object.entries(step.saveAs ?? {})) {
      savedValues[name] = at(body, place)
      expect([name, savedValues[name]]).not.toEqual([name, undefined])
    }
    return body
  }
  return { savedValues, play }
}
