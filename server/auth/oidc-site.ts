import * as oidc from 'openid-client'
import type { Fail } from '#contract/kit/fail.ts'
import { fetchExternal, stripBrackets, Unreachable } from '../base/http/outgoing.ts'
import type { Site } from '../base/process/env.ts'
import { cachedFor } from '../engine/cache.ts'
import type { App, Ctx } from '../engine/context.ts'
import { oauthError } from './clients.ts'

/** An identity confirmed by the external sign-on site. */
export interface SiteIdentity {
  readonly issuer: string
  readonly subject: string
  readonly name: string | null
  readonly idToken: string
}

/** Values stored when a sign-on starts; its callback must match them. */
export interface SignOnState {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The site's callback parameters besides the state; `iss` is the issuer if the site sends it (RFC 9207), else empty. */
export interface SignOnCallback {
  readonly code: string
  readonly iss: string
}

const siteUnavailable = () =>
  oauthError(
    [
      '统一身份认证站点暂时无法访问，请稍后重试或使用账号密码登录',
      'The sign-on site cannot be reached at the moment; please try again later or log in with account and password',
    ],
    5002,
    503,
  )
const signOnRejected = () =>
  oauthError(['统一身份认证未通过，请重新登录', 'Single sign-on failed; please log in again'], 2004)

const isUnreachable = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof Error && error.cause !== undefined && isUnreachable(error.cause))

/** The reason is only logged, because the site's answer may contain request parameters. */
const failOf = (ctx: Ctx, error: unknown, otherwise: () => Fail): Fail => {
  const { message, code } = error as { message?: string; code?: string }
  ctx.app.log.warn({ requestId: ctx.request.id, reason: code ?? message }, 'the sign-on site could not be used')
  return isUnreachable(error) ? siteUnavailable() : otherwise()
}

/** Sends the secret in the header, unless the site accepts it in the body only. */
const clientAuthOf = (secret: string | null): oidc.ClientAuth => {
  if (!secret) return oidc.None()
  return (server, ...args) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const auth = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    return auth(secret)(server, ...args)
  }
}

const discover = (app: App, site: Site): Promise<oidc.Configuration> => {
  const issuer = new URL(site.issuer)
  const call = fetchExternal([stripBrackets(issuer.hostname), ...app.env.outgoingHosts])
  return oidc.discovery(issuer, site.clientId, undefined, clientAuthOf(site.clientSecret), {
    [oidc.customFetch]: call,
    // check the signature of the ID token although it comes over TLS
    execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
  })
}

const hour = 3_600_000
const configs = cachedFor<oidc.Configuration>({ ttlMs: hour })

/** The site's metadata: fetched on first use, then once an hour. Throws 5002. */
const configOf = (ctx: Ctx, site: Site): Promise<oidc.Configuration> =>
  configs.read(ctx.app, site.issuer, () =>
    discover(ctx.app, site).catch((error: unknown) => {
      throw failOf(ctx, error, siteUnavailable)
    }),
  )

/** The callback address, which is registered at the site. */
const callbackUrl = (ctx: Ctx): string => `${ctx.app.env.publicUrl}/Home`

/** The address where a sign-on at the site starts. Throws 5002. */
export const siteLoginUrl = async (ctx: Ctx, site: Site, { state, nonce, verifier }: SignOnState): Promise<string> =>
  oidc.buildAuthorizationUrl(await configOf(ctx, site), {
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: callbackUrl(ctx),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href

/** Exchanges the site's code. The library checks signature, issuer, audience, times and nonce. Throws 2004, 5002. */
export const fetchIdentity = async (
  ctx: Ctx,
  site: Site,
  { code, iss }: SignOnCallback,
  signOnState: SignOnState,
): Promise<SiteIdentity> => {
  const config = await configOf(ctx, site)
  const returnUrl = new URL(callbackUrl(ctx))
  returnUrl.search = new URLSearchParams({ code, state: signOnState.state, ...(iss ? { iss } : {}) }).toString()
  try {
    const tokens = await oidc.authorizationCodeGrant(config, returnUrl, {
      expectedState: signOnState.state,
      expectedNonce: signOnState.nonce,
      pkceCodeVerifier: signOnState.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims() as oidc.IDToken
    const name = claims.name ?? claims.preferred_username
    return {
      issuer: claims.iss,
      subject: claims.sub,
      idToken: tokens.id_token as string,
      name: typeof name === 'string' ? name : null,
    }
  } catch (error) {
    throw failOf(ctx, error, signOnRejected)
  }
}

/** The address to log out of the site as well; null if the site has none or is unavailable. */
export const siteLogoutUrl = async (ctx: Ctx, site: Site, idToken: string): Promise<string | null> => {
  const config = await configOf(ctx, site).catch(() => null)
  if (!config?.serverMetadata().end_session_endpoint) return null
  return oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: callbackUrl(ctx) }).href
}
