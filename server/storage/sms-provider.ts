import type { SmsResult } from '#contract/storage/sms.ts'

/** An account at a provider, with the template and the signature of its messages. */
export interface SmsAccount {
  readonly accessKey: string
  readonly secretKey: string
  readonly templateId: string
  readonly signName: string
  readonly regionId: string
  readonly appId: string
  /** The address to call instead of the provider's public one. */
  readonly endpoint: URL | null
  /** Hosts of the internal network that may be called. */
  readonly trusted: readonly string[]
}

/** Sends one message to several phones; resolves to the provider's result for each. Throws if the provider cannot be called. */
export type SmsProvider = (
  account: SmsAccount,
  phones: readonly string[],
  params: Readonly<Record<string, string>>,
) => Promise<SmsResult[]>

/** Milliseconds for a provider to answer. */
export const timeoutMs = 8000

/** The provider rejected the request, or its client failed; the message is the provider's own. */
export class ProviderRefused extends Error {}

/** Rethrows an error of a provider's client as ProviderRefused, in the provider's words. */
export const rethrowRefused = (error: unknown): never => {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  const text = code && !message.startsWith(String(code)) ? `${code}: ${message}` : message
  throw new ProviderRefused(text.slice(0, 200), { cause: error })
}
