import { failCodes } from '#contract/kit/fail-codes.ts'
import { bilingual, type Text } from '#contract/kit/text.ts'
import { tokenErrors } from '#contract/kit/token-errors.ts'
import type { Json } from './schema.ts'

const pathText: Text = ['字段的路径', 'Path of the field']
const textPair: Json = {
  type: 'array',
  prefixItems: [{ type: 'string' }, { type: 'string' }],
  minItems: 2,
  maxItems: 2,
}
const string: Json = { type: 'string' }
const faultSchema: Json = {
  type: 'object',
  required: ['at', 'msg'],
  properties: {
    at: { ...string, description: `${bilingual(pathText)}: materials.0.type` },
    msg: string,
    text: textPair,
  },
}
const errorData: Json = {
  anyOf: [
    {
      type: 'object',
      properties: { faults: { type: 'array', items: { $ref: '#/components/schemas/Fault' } } },
      additionalProperties: true,
    },
    { type: 'null' },
  ],
}
const listOf = (texts: Readonly<Record<string, Text>>): string =>
  Object.entries(texts)
    .map(([code, text]) => `${code} ${bilingual(text)}`)
    .join('; ')
const errorFields: Json = {
  code: { type: 'integer', enum: Object.keys(failCodes).map(Number) },
  success: { const: false },
  data: errorData,
  msg: string,
  text: textPair,
}
const errorCode: Json = {
  type: 'integer',
  enum: [...Object.keys(tokenErrors), ...Object.keys(failCodes)].map(Number),
  description: listOf(tokenErrors),
}

/** Schemas that stand for the kit itself, not for one call. */
export const errorSchemas: Readonly<Record<string, Json>> = {
  Fault: faultSchema,
  Error: { type: 'object', required: ['code', 'success', 'data', 'msg'], properties: errorFields },
  FlatError: {
    type: 'object',
    required: ['code', 'success', 'error', 'error_code', 'error_description', 'msg'],
    properties: {
      ...errorFields,
      error: { const: 'invalid_request' },
      error_code: errorCode,
      error_description: string,
      message: string,
    },
  },
}

const header = (type: string, text: Text): Json => ({ schema: { type }, description: bilingual(text) })
/** Of every answer, by the name of the component. */
export const answerHeaders: Json = {
  RequestId: header('string', ['请求编号，可报给管理员', 'The request, to quote to an administrator']),
}
export const requestId: Json = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
const retryAfter = header('integer', ['多少秒后再试', 'Seconds after which to try again'])
const codesToRetry = ['429', '503']

const errorResponse = (kind: string, text: Text, code = ''): Json => ({
  description: bilingual(text),
  headers: { ...requestId, ...(codesToRetry.includes(code) ? { 'Retry-After': retryAfter } : {}) },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${kind}` } } },
})

const anyError: Text = ['其他错误', 'Any other error']

/** One answer for each code of an error, in the envelope and flat, as far as the calls in this text refer to it. */
export const errorResponses = (paths: string): Json => {
  const named = (['Error', 'FlatError'] as const).flatMap((kind) => [
    [kind, errorResponse(kind, anyError)] as const,
    ...Object.entries(failCodes).map(([code, text]) => [`${kind}${code}`, errorResponse(kind, text, code)] as const),
  ])
  return Object.fromEntries(named.filter(([name]) => paths.includes(`responses/${name}"`)))
}
