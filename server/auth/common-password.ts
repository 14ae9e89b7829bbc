import { fold } from '#contract/kit/fold.ts'

/** Words that are common first guesses: worldwide, in China and around this product. */
const commonWords = `
  password passwd passcode pass word admin administrator superadmin root super user guest test tester testing demo temp
  temporary default initial changeme welcome hello letmein login logon signin enter access master manager secret private
  public love iloveyou loveyou sunshine princess dragon monkey tiger football baseball basketball soccer shadow superman
  batman michael jordan jessica daniel charlie freedom whatever trustno starwars pokemon killer ninja flower cookie summer
  spring autumn winter january february march april june july august september october november december monday friday
  computer internet server system database postgres oracle mysql redis linux windows office microsoft google apple samsung
  huawei xiaomi alibaba taobao tencent weixin wechat baidu zhongguo woaini woaiwojia aini nihao mima wangluo gongsi
  guanli guanliyuan yonghu ceshi xitong pingtai gongye hulian hulianwang shenbao qiye china chinese beijing shanghai
  tianjin chongqing guangzhou shenzhen hangzhou nanjing suzhou jiangsu zhejiang guangdong shandong company enterprise
  business service platform product project declare network mobile unicom telecom broadcast operator industry industrial
  factory digital smart caict miit saber blade bladex abc aaa`
  .split(/\s+/)
  .filter(Boolean)

const keyboardRows = [
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', 'qazwsxedcrfvtgbyhnujmikolp'],
  ...['qweasdzxc', 'qweasd', 'asdzxc', 'zaqxswcde'],
]
const substringsOf = (row: string): string[] =>
  Array.from(row, (_, from) => Array.from({ length: row.length - from - 2 }, (_, i) => row.slice(from, from + 3 + i)))
    .flat()
    .filter((substring) => substring.length <= 12)
/** Sequences of neighbouring keys and of the alphabet, forwards and backwards. */
const keyboardSequences = keyboardRows.flatMap((row) =>
  substringsOf(row).flatMap((substring) => [substring, [...substring].reverse().join('')]),
)

const byLength = (words: Iterable<string>) => [...new Set(words)].sort((a, b) => b.length - a.length)
const guessableWords = byLength([...commonWords, ...keyboardSequences])

const leet: Readonly<Record<string, string>> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a' }
const decodeLeet = (text: string, letterForOne: string) =>
  text.replace(/[013457@8]/g, (char) => leet[char] ?? letterForOne)

/** Possible readings of a password's letters: digits removed, or replaced by the letters they resemble. */
const candidatesOf = (plain: string): string[] => {
  const text = plain.toLowerCase()
  const lastLetter = text.split('').findLastIndex((char) => /[a-z]/.test(char))
  const core = text.slice(0, lastLetter + 1).replace(/^[^a-z@]+/, '')
  return [text, ...[text, core].flatMap((part) => [decodeLeet(part, 'i'), decodeLeet(part, 'l')])].map((variant) =>
    variant.replace(/[^a-z]/g, ''),
  )
}

const minRemainingLetters = 4
const minDistinctChars = 5

/**
 * Whether a password is easy to guess: it has fewer than five distinct characters, or, for some reading of its digits, almost no
 * letters remain after common words, key sequences, repeated letters and the owner's names are removed.
 */
export const isCommonPassword = (plain: string, names: readonly string[] = []): boolean => {
  if (new Set(plain.toLowerCase()).size < minDistinctChars) return true
  const ownerWords = names.flatMap((name) => fold(name).match(/[a-z]{3,}/g) ?? [])
  const words = ownerWords.length ? byLength([...ownerWords, ...guessableWords]) : guessableWords
  return candidatesOf(plain).some((candidate) => {
    const without = words.reduce((text, word) => text.replaceAll(word, ' '), candidate).replace(/([a-z])\1{2,}/g, ' ')
    return without !== candidate && without.replaceAll(' ', '').length < minRemainingLetters
  })
}
