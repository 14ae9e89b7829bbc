const endsInChinese = (text: string) => /[\u3400-\u9fff]$/.test(text)
const startsInChinese = (text: string) => /^[\u3400-\u9fff]/.test(text)

/** A name without the breaks that editors put in for the drawing: between Chinese characters nothing is left of them. */
export const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .reduce((before, line) => `${before}${endsInChinese(before) && startsInChinese(line) ? '' : ' '}${line}`, '')
    .trimStart()
