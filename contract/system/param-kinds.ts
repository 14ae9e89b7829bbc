import { fill, type Text } from '../kit/text.ts'

/** What a value is, so that its form asks for it fittingly. */
export type ParamInput =
  | { readonly as: 'switch' | 'link' | 'text' }
  | { readonly as: 'number'; readonly min: number; readonly max: number }

/** A parameter the platform itself reads, by its key. */
export interface ParamDefinition {
  readonly name: Text
  /** What it decides. */
  readonly description: Text
  /** What holds while no row has its key; '' is nothing. */
  readonly initial: string
  readonly input: ParamInput
  /** What may be given, in words, and the same as a check. */
  readonly valid: Text
  readonly isValid: (value: string) => boolean
}

/** What the two values of a switch say. */
export const switched = { true: ['开启', 'On'], false: ['关闭', 'Off'] } as const satisfies Readonly<
  Record<string, Text>
>

type ParamBasics = Pick<ParamDefinition, 'name' | 'description' | 'initial'>

export const switchParam = (basics: ParamBasics): ParamDefinition => ({
  ...basics,
  input: { as: 'switch' },
  valid: ['true（开启）或 false（关闭）', 'true (on) or false (off)'],
  isValid: (value) => value === 'true' || value === 'false',
})

export const integerParam = (min: number, max: number, basics: ParamBasics): ParamDefinition => ({
  ...basics,
  input: { as: 'number', min, max },
  valid: fill(['{0}至{1}之间的整数', 'a whole number from {0} to {1}'], min, max),
  isValid: (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
})

/** A text of a certain form. One that is shown may also be absent: its initial value '' stands for that. */
export const patternParam = (form: RegExp, valid: Text, basics: ParamBasics): ParamDefinition =>
  textParam((value) => form.test(value), valid, basics)

/** A text that passes a check of its own. */
export const textParam = (isValid: ParamDefinition['isValid'], valid: Text, basics: ParamBasics): ParamDefinition => ({
  ...basics,
  input: { as: 'text' },
  valid,
  isValid,
})

/** An address elsewhere. Nothing but http and https: it becomes a link that visitors press. */
export const linkParam = (basics: ParamBasics): ParamDefinition => ({
  ...basics,
  input: { as: 'link' },
  valid: ['以 http:// 或 https:// 开头的网址', 'an address that starts with http:// or https://'],
  isValid: (value) => value.length <= 500 && /^https?:\/\/[^\s<>"]+$/i.test(value),
})
