import { fill, type Text } from '#contract/kit/text.ts'

/** Signs of Chinese input methods without a half-width form in Unicode, and what is meant. */
const meant: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '「': '"',
  '」': '"',
  '『': '"',
  '』': '"',
  '、': ',',
  '\u3002': '.',
  '【': '[',
  '】': ']',
  '〔': '[',
  '〕': ']',
  '《': '<',
  '》': '>',
  '〈': '<',
  '〉': '>',
  '≤': '<=',
  '≥': '>=',
  '≦': '<=',
  '≧': '>=',
  '≠': '!=',
  '×': '*',
  '÷': '/',
  '−': '-',
  '–': '-',
  '—': '-',
  '…': '...',
}

const fullWidth: Text = [
  '第 {0} 个字符“{1}”是全角或中文符号，请改为半角的“{2}”',
  'character {0}, “{1}”, is full-width or Chinese; type “{2}” instead',
]
const space: Text = [
  '第 {0} 个字符是全角空格或不换行空格，请改为普通空格',
  'character {0} is an ideographic or no-break space; type an ordinary space instead',
]
const invisible: Text = ['第 {0} 个字符不可见，请删除', 'character {0} is invisible; delete it']
const unknown: Text = ['第 {0} 个字符“{1}”不能使用', 'character {0}, “{1}”, may not be used']

/** What a full-width letter, digit or sign is in ASCII. */
const asciiOf = (sign: string): string | null => {
  const plain = sign.normalize('NFKC')
  return plain !== sign && /^[\x21-\x7e]+$/.test(plain) ? plain : (meant[sign] ?? null)
}

const sentenceFor = (sign: string, position: number): Text | null => {
  if (/[\t\n\r\x20-\x7e]/.test(sign)) return null
  if (/[\p{Zs}\u2028\u2029]/u.test(sign)) return fill(space, position)
  if (/[\p{Cf}\p{Cc}]/u.test(sign)) return fill(invisible, position)
  const plain = asciiOf(sign)
  return plain === null ? null : fill(fullWidth, position, sign, plain)
}

/** The first character of a text that looks like another one and means something else, with what to type instead; null without one. */
export const lookalikeIn = (text: string): Text | null => {
  for (const [i, sign] of [...text].entries()) {
    const sentence = sentenceFor(sign, i + 1)
    if (sentence) return sentence
  }
  return null
}

const literals = /'(?:[^'\\]|\\[\s\S])*'?|"(?:[^"\\]|\\[\s\S])*"?/g
/** The expression with signs that mean nothing in place of what stands in quotes; a quote that never ends stays. */
export const withoutLiterals = (expression: string): string =>
  expression.replace(literals, (literal) =>
    literal.length > 1 && literal.endsWith(literal.slice(0, 1)) ? 'x'.repeat([...literal].length) : literal,
  )

const isOfName = (sign: string) => /[\p{L}\p{N}\p{M}]/u.test(sign)

/** The first character of an expression that is neither ASCII nor part of a name; what stands in quotes is free. */
export const strangeSignIn = (expression: string): Text | null => {
  for (const [i, sign] of [...withoutLiterals(expression)].entries()) {
    if (/[\t\n\r\x20-\x7e]/.test(sign)) continue
    const sentence = sentenceFor(sign, i + 1) ?? (isOfName(sign) ? null : fill(unknown, i + 1, sign))
    if (sentence) return sentence
  }
  return null
}
