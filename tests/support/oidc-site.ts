import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { cleanUp } from './cleanup.ts'
import type { Visitor } from './visitor.ts'

/** A real OpenID Connect provider on loopback; it accepts every name as login. */
export interface IdentityProvider {
  readonly issuer: string
  /** Settings of a platform that uses it. */
  readonly env: NodeJS.ProcessEnv
  /** Every requested path. */
  readonly requestedPaths: readonly string[]
  readonly close: () => Promise<void>
}

const client = { client_id: 'platform', client_secret: 'Zk7-of-the-platform-with-32-signs' }

interface IdentityProviderOptions {
  readonly publicUrl: string
  /** Replaces the response of the provider if it returns a text. */
  readonly overrideResponse?: (path: string) => string | null
}

export const openIdentityProvider = async ({
  publicUrl,
  overrideResponse,
}: IdentityProviderOptions): Promise<IdentityProvider> => {
  const requestedPaths: string[] = []
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const home = `${publicUrl}/Home`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [home],
        post_logout_redirect_uris: [home],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['of this test'] },
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    ttl: Object.fromEntries(
      ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((kind) => [kind, 600]),
    ),
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, name: `外部${id}` }),
    }),
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    const replacement = overrideResponse?.(path) ?? null
    if (replacement === null) answer(request, response)
    else response.setHeader('content-type', 'application/json').end(replacement)
  })
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  cleanUp(close)
  return {
    issuer,
    requestedPaths,
    close,
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_NAME: '联盟统一认证',
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
    },
  }
}

/** Logs in at the provider under this name and consents; resolves to the address of the redirect back. */
export const logInAtProvider = async (visitor: Visitor, address: string, name: string): Promise<URL> => {
  let { at, response } = await visitor.follow(address)
  const forms: Record<string, string>[] = [{ prompt: 'login', login: name, password: 'any' }, { prompt: 'consent' }]
  for (const form of forms) {
    if (response.status !== 200) break
    const page = await response.text()
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`The site shows no form at ${at}: ${page.slice(0, 300)}`)
    ;({ at, response } = await visitor.follow(new URL(action, at).href, form))
  }
  return new URL(at)
}
