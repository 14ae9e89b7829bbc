import { expect } from 'vitest'
import type { Lang } from '#contract/kit/text.ts'
import type { Actor, App, Ctx, Rights, Scope, User } from '#server/engine/context.ts'
import { visitor } from '#server/engine/session.ts'
import type { DeclarationRow } from '#server/project/record/declaration-row.ts'

interface RightsOptions {
  readonly administrator?: boolean
  readonly aliases?: readonly string[]
  readonly codes?: readonly string[]
  readonly scopes?: Readonly<Record<string, readonly Partial<Scope>[]>>
}

const defaultScope: Scope = { id: '1', resource: '', name: '', type: 1, column: '', value: '', fields: '*' }

export const rightsOf = ({
  administrator = false,
  aliases = [],
  codes = [],
  scopes = {},
}: RightsOptions = {}): Rights => ({
  administrator,
  aliases,
  codes: new Set(codes),
  addresses: { guarded: [], granted: [] },
  scopes: new Map(
    Object.entries(scopes).map(([resource, scopeList]) => [
      resource,
      scopeList.map((one) => ({ ...defaultScope, resource, ...one })),
    ]),
  ),
  unbounded: new Set(codes.filter((code) => !scopes[code])),
})

export const person = (more: Partial<User> = {}): User => ({ ...visitor, id: '7', account: 'somebody', ...more })

/** A user with access to everything. */
export const administrator: User = person({ id: '1', rights: rightsOf({ administrator: true }) })

/** A request context without HTTP, with the current cache versions. */
export const contextFor = async <A extends Actor = User>(
  app: App,
  actor: A = administrator as A,
  lang: Lang = 'zh',
): Promise<Ctx<A>> => {
  const rows = await app.db.selectFrom('epoch').selectAll().execute()
  return {
    app,
    db: app.db,
    actor,
    lang,
    cacheVersions: Object.fromEntries(rows.map(({ name, version }) => [name, version])),
    request: { id: 'test-1', address: '127.0.0.1', agent: 'test', headers: {} },
  }
}

/** A declaration row as transitions read it, a draft by default; it is not in the database. */
export const declarationRow = (more: Partial<DeclarationRow> = {}): DeclarationRow => ({
  id: '900',
  declareStatus: 0,
  loop: 0,
  returnedFrom: null,
  stageUntil: null,
  scoreUntil: null,
  noticeUntil: null,
  correctionUntil: null,
  supervisedSince: null,
  version: 1,
  experts: [],
  operators: [],
  stageName: null,
  stageNameEn: null,
  stageOffice: null,
  taskUser: null,
  invitedCode: null,
  updateUser: null,
  templateId: null,
  batchId: null,
  batchSince: null,
  year: '2026',
  companyId: null,
  organizationCode: null,
  commpanyName: null,
  projectName: null,
  declareNo: null,
  stageSince: null,
  furthestStage: null,
  completeness: 0,
  operator: null,
  city: null,
  province: null,
  ...more,
})

let serial = 0
/** A valid post with a unique code. */
export const samplePost = (more: object = {}) => ({
  category: 1,
  postCode: `P${++serial}`,
  postName: '岗位',
  sort: 1,
  ...more,
})

/** Matches a Fail with this code and, if given, this Chinese text. */
export const failMatching = (code: number, sentence?: string) =>
  expect.objectContaining({ code, ...(sentence ? { text: [sentence, expect.any(String)] } : {}) })
