import { smsMessage } from '#contract/storage/sms-message.ts'
import type { Handlers } from '../engine/context.ts'
import { readInLanguage } from '../inbox/english-column.ts'

export const smsMessageHandlers: Handlers<'smsMessage'> = readInLanguage(smsMessage, 'fault')
