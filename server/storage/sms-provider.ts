import type { SmsResult } from '#contract/storage/sms.ts'

/** An account at a provider, with the template and the signature of its messages. */
export interface SmsAccount {
  readonly accessKey: string
  readonly secretKey: string
  readonly templateId: string
  readonly signName: string
  readonly regionId: string
  readonly appId: string
  /** Where it is reached, if not at its public address. */
  readonly endpoint: URL | null
  /** Hosts of the own network that may be called. */
  readonly trusted: readonly string[]
}

/** Sends one message to some phones. What the provider says of each is its result; a provider that cannot be asked throws. */
export type SmsProvider = (
  account: SmsAccount,
  phones: readonly string[],
  params: Readonly<Record<string, string>>,
) => Promise<SmsResult[]>

/** Milliseconds for a provider to answer. */
export const timeoutMs = 8000

/** What a provider answered instead of sending, or why its client could not ask it; the message is its own. */
export class ProviderRefused extends Error {}

/** An error of a provider's client, as a refusal in its own words. */
export const rethrowRefused = (error: unknown): never => {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  const text = code && !message.startsWith(String(code)) ? `${code}: ${message}` : message
  throw new ProviderRefused(text.slice(0, 200), { cause: error })
}
