import { createHash, randomBytes } from 'node:crypto'
import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { languageHeader } from '#contract/language-header.ts'
import { sessionSeconds } from '#contract/session-lifetime.ts'
import { client, platformClientId } from '#contract/system/client.ts'
import { grants, requiredGrants } from '#contract/system/grants.ts'
import { isRedirectUri, redirectUrisIn } from '../../auth/clients.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../../engine/context.ts'
import { findRow, insertRow, removeRows, updateRow } from '../../engine/crud.ts'

/** Client secrets are long and random, so a plain SHA-256 hash protects them. */
const hashSecret = (secret: string | null | undefined) =>
  secret ? createHash('sha256').update(secret).digest('hex') : null
const minSecretLength = 16

type Row = Awaited<ReturnType<typeof findRow<typeof client>>>
type Input = Parameters<NonNullable<Handlers<'client'>['submit']>>[1]

const isPlatformClient = (row: Row | null) => row?.clientId === platformClientId

const returnFaults = (grantTypes: readonly string[], addresses: string | null): Fault[] => {
  const at = 'webServerRedirectUri'
  const wrong = redirectUrisIn(addresses).find((one) => !isRedirectUri(one))
  if (wrong !== undefined) {
    const message = [
      '回调地址“{0}”应以 https:// 或 http:// 开头，且不含 #',
      'The redirect address “{0}” must start with https:// or http:// and must not contain #',
    ] as const
    return [{ at, text: fill(message, wrong) }]
  }
  const isMissing = grantTypes.includes('authorization_code') && redirectUrisIn(addresses).length === 0
  return isMissing
    ? [{ at, text: ['授权码方式须登记回调地址', 'The authorisation code grant requires a redirect address'] }]
    : []
}

/** What the form of the family fills in for refresh tokens. It shows no bound, so the lifetime that applies is stored. */
const familyRefreshSeconds = 604_800
const isFamilyDefault = (ctx: Ctx, { refreshTokenValidity }: Input) =>
  !(languageHeader in ctx.request.headers) && refreshTokenValidity === familyRefreshSeconds

const refreshFaults = (access: number, refresh: number): Fault[] => {
  const at = 'refreshTokenValidity'
  if (refresh > sessionSeconds) {
    const message = [
      '刷新令牌有效期（秒）不能大于{0}，会话最长{1}小时',
      'Refresh token lifetime (s) must be at most {0}: a session lasts {1} hours',
    ] as const
    return [{ at, text: fill(message, sessionSeconds, sessionSeconds / 3600) }]
  }
  return refresh < access
    ? [
        {
          at,
          text: [
            '刷新令牌有效期不能小于访问令牌有效期',
            'The refresh token must last at least as long as the access token',
          ],
        },
      ]
    : []
}

/** The faults of a client after the change; `before` is its current row. */
const faultsIn = (input: Input, before: Row | null): Fault[] => {
  const fullRow = { ...before, ...input }
  const grantTypes = split(fullRow.authorizedGrantTypes)
  const faults: Fault[] = []
  const addFault = (at: string, text: Text) => faults.push({ at, text })
  if (!/^[\w.-]+$/.test(fullRow.clientId ?? ''))
    addFault('clientId', [
      '客户端 ID 由字母、数字或 _ . - 组成',
      'A client ID can contain only letters, digits and _ . -',
    ])
  if (input.clientSecret && input.clientSecret.length < minSecretLength)
    addFault(
      'clientSecret',
      fill(['应用密钥不能少于{0}位', 'The secret must have at least {0} characters'], minSecretLength),
    )
  if (grantTypes.some((one) => !grants.some(([name]) => name === one)))
    addFault('authorizedGrantTypes', ['授权类型不在可选范围内', 'A grant type is not one of the options'])
  return [
    ...faults,
    ...refreshFaults(fullRow.accessTokenValidity ?? 0, fullRow.refreshTokenValidity ?? 0),
    ...(isPlatformClient(before) ? [] : returnFaults(grantTypes, fullRow.webServerRedirectUri ?? null)),
  ]
}

/** Protects the platform's own client: a careless change could prevent everybody from logging in to undo it. */
const assertPlatformClientIntact = (input: Input): void => {
  if (input.clientSecret) throw secretNotAllowed()
  if (input.clientId && input.clientId !== platformClientId)
    throw faulty([
      {
        at: 'clientId',
        text: ['平台自有应用的客户端 ID 不能修改', "The client ID of the platform's own client cannot be changed"],
      },
    ])
  const grantTypes = split(input.authorizedGrantTypes)
  if (input.authorizedGrantTypes !== undefined && !requiredGrants.every((one) => grantTypes.includes(one)))
    throw faulty([
      {
        at: 'authorizedGrantTypes',
        text: [
          '平台自有应用须保留账号密码和刷新令牌，否则将无人能登录',
          "The platform's own client must keep the grant types password and refresh token, or nobody could log in",
        ],
      },
    ])
}

const secretNotAllowed = () =>
  new Fail([
    '平台自有应用在浏览器中运行，不能设置密钥',
    "The platform's own client runs in browsers and cannot have a secret",
  ])

const save = async (ctx: Ctx, sent: Input) => {
  const input = isFamilyDefault(ctx, sent) ? { ...sent, refreshTokenValidity: sessionSeconds } : sent
  const before = input.id ? await findRow(ctx, client, input.id) : null
  if (isPlatformClient(before)) assertPlatformClientIntact(input)
  const faults = faultsIn(input, before)
  if (faults.length) throw faulty(faults)
  const webServerRedirectUri =
    input.webServerRedirectUri === undefined ? undefined : redirectUrisIn(input.webServerRedirectUri).join('\n') || null
  const row = { ...input, webServerRedirectUri, clientSecret: hashSecret(input.clientSecret) }
  return before
    ? updateRow(ctx, client, before.id, row)
    : insertRow(ctx, client, { ...row, clientName: row.clientName || row.clientId })
}

export const clientHandlers: Handlers<'client'> = {
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'client_edit' : 'client_add')
      return save(inside, input)
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      for (const id of ids)
        if (isPlatformClient(await findRow(inside, client, id)))
          throw new Fail(['平台自有应用不能删除', "The platform's own client cannot be deleted"])
      return removeRows(inside, client, ids)
    }),
  newSecret: (ctx, { id }) =>
    tx(ctx, async (inside) => {
      const row = await findRow(inside, client, id)
      if (isPlatformClient(row)) throw secretNotAllowed()
      const clientSecret = randomBytes(32).toString('base64url')
      await updateRow(inside, client, row.id, { clientSecret: hashSecret(clientSecret) }, 'newSecret')
      return { clientId: row.clientId, clientSecret }
    }),
}
