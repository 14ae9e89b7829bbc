import { fill, type Text } from '../kit/text.ts'

/** The type of a value, which selects its form control. */
export type ParamInput =
  | { readonly as: 'switch' | 'link' | 'text' }
  | { readonly as: 'number'; readonly min: number; readonly max: number }

/** A parameter that the platform itself reads. */
export interface ParamDefinition {
  readonly name: Text
  /** What it controls. */
  readonly description: Text
  /** The value if no row has its key; '' means none. */
  readonly initial: string
  readonly input: ParamInput
  /** The valid values, as a text and as a check. */
  readonly valid: Text
  readonly isValid: (value: string) => boolean
}

/** Labels of the two values of a switch. */
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

/** A text that matches a pattern. With the initial value '', the parameter is optional: without a valid value there is none. */
export const patternParam = (pattern: RegExp, valid: Text, basics: ParamBasics): ParamDefinition =>
  textParam((value) => pattern.test(value), valid, basics)

/** A text with its own check. */
export const textParam = (isValid: ParamDefinition['isValid'], valid: Text, basics: ParamBasics): ParamDefinition => ({
  ...basics,
  input: { as: 'text' },
  valid,
  isValid,
})

/** An external address. Only http and https, because visitors follow it as a link. */
export const linkParam = (basics: ParamBasics): ParamDefinition => ({
  ...basics,
  input: { as: 'link' },
  valid: ['以 http:// 或 https:// 开头的网址', 'an address that starts with http:// or https://'],
  isValid: (value) => value.length <= 500 && /^https?:\/\/[^\s<>"]+$/i.test(value),
})
