import type { Text } from '#contract/kit/text.ts'
import { connectionOptionsFor, Unreachable } from '../base/http/outgoing.ts'
import type { Ctx } from '../engine/context.ts'
import { connectionErrorText } from './connection-errors.ts'

const notAnAddress: Text = ['接口地址不是有效的网址', 'The endpoint is not a valid address']

/** Why an endpoint must not be called, as far as can be checked without a DNS lookup; null if it may be called. */
export const endpointFault = ({ app }: Ctx, endpoint: string | null | undefined): Text | null => {
  if (!endpoint) return null
  if (!URL.canParse(endpoint)) return notAnAddress
  try {
    connectionOptionsFor(new URL(endpoint), app.env.outgoingHosts)
    return null
  } catch (error) {
    if (error instanceof Unreachable) return connectionErrorText(error)
    throw error
  }
}
