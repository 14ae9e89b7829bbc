import { describe, expect, test } from 'vitest'
import { readSourceFile, sourcePaths } from '../tools/source-files.ts'
import { severalEnglish } from './support/several-english.ts'
import { type ChineseLiteral, chineseLiterals, englishOf } from './support/text-literals.ts'

/** The rules for texts that a machine can check (docs/GLOSSARY.md, “Rules for texts”), over all texts of the product. */

interface Text extends ChineseLiteral {
  readonly place: string
  readonly english: string | null
}

const texts: readonly Text[] = ['contract', 'server', 'web']
  .flatMap(sourcePaths)
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .sort()
  .map(readSourceFile)
  .flatMap(({ path, text }) =>
    chineseLiterals(text).map((one) => ({ ...one, place: `${path}:${one.line}`, english: englishOf(one) })),
  )

const wrong = (isWrong: (text: Text) => boolean) =>
  texts.filter(isWrong).map(({ place, literal, english }) => `${place} ${literal} ${english ?? ''}`)

/** Sentences of the registration, which the specifications quote: each is said in one place. */
const quoted = ['请填写单位名称', '请填写用户账号', '请填写手机', '请填写邮箱', '请填写密码', '请填写确认密码']
/** Sentences that ask to fill in more than one value. */
const severalValues = /请填写(或删除|熟悉项目情况的人员|“\{0\}”的)/

/** Words that a screen reader or a tooltip says: attributes of elements in a file. */
const spokenWords = ({ path, text }: { readonly path: string; readonly text: string }) =>
  [
    ...text.matchAll(
      /(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|alt|placeholder)=(\{?["'`][^\n]*)/g,
    ),
  ]
    // in one language only: not from a pair, and without both of them as the name of a language menu has
    .filter(([, value = '']) => /^\{?(["'`])(?:(?!\1).)*[A-Za-z]{2}/.test(value.replaceAll(/\$\{[^}]*\}/g, '')))
    .map(([attribute]) => `${path} ${attribute}`)
    .filter((attribute) => !/"https:\/\/"|中文 \/ English/.test(attribute))

/**
 * Files whose English is not ours: the names of the standard and of the editor's library. The samples of the catalogue and of the
 * demonstration are not texts of the product.
 */
const ofOthers = /^(contract\/flow\/bpmn-words|web\/admin\/flow\/modeler\/translations\.ts|web\/catalogue|server\/seed)/

/** Places of each English text, by the Chinese one. */
const translations = new Map<string, Map<string, string[]>>()
for (const { literal, english, place } of texts) {
  if (english === null || ofOthers.test(place)) continue
  const zh = literal.slice(1, -1)
  const ofChinese = translations.get(zh) ?? new Map<string, string[]>()
  translations.set(zh, ofChinese.set(english, [...(ofChinese.get(english) ?? []), place]))
}

const singular = (word: string) =>
  word
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
/** An English text without what grammar alone changes: capital letters, a plural, an article. */
const basicForm = (english: string) =>
  english
    .toLowerCase()
    .replaceAll(/\b(an?|the) /g, '')
    .replaceAll(/\{\d\}|\$\{[^}]*\}/g, '0')
    .split(/\b/)
    .map(singular)
    .join('')
const differs = (english: readonly string[]) => new Set(english.map(basicForm)).size > 1

describe('all texts', () => {
  test('are found: there are thousands, most of them pairs', () => {
    expect(texts.length).toBeGreaterThan(3000)
    expect(texts.filter(({ english }) => english !== null).length).toBeGreaterThan(2500)
  })

  test('have no space between 5G and Chinese', () => {
    expect(wrong(({ literal }) => /(?<!\w)5G (?=[\u4e00-\u9fff])|[\u4e00-\u9fff] 5G(?![-\w])/.test(literal))).toEqual(
      [],
    )
  })

  test('have a dash with a space on either side between English words, and without between numbers', () => {
    const bad = /—|[^\s\d]–|–[^\s\d]|\d – \d/
    const plain = (english: string) => english.replaceAll(/\$\{[^}]*\}|\{\d\}/g, '0').replaceAll('0 – 0', '0–0')
    expect(wrong(({ english }) => english !== null && bad.test(plain(english)))).toEqual([])
  })

  test('ask for one value by 请输入 or 请选择, not by 请填写', () => {
    const own = wrong(({ literal }) => literal.includes('请填写') && !severalValues.test(literal))
    const isQuote = (sentence: string) => (text: string) =>
      new RegExp(`^contract/auth.ts:\\d+ '${sentence}'`).test(text)
    expect(own.filter((text) => !quoted.some((sentence) => isQuote(sentence)(text)))).toEqual([])
    for (const sentence of quoted) expect([sentence, own.filter(isQuote(sentence)).length]).toEqual([sentence, 1])
  })

  test('that are names for screen readers or tooltips follow the language of the page', () => {
    const files = sourcePaths('web')
      .filter((path) => path.endsWith('.tsx') && !path.startsWith('web/catalogue'))
      .map(readSourceFile)
    expect(files.flatMap(spokenWords)).toEqual([])
  })

  test('call the same thing by the same name', () => {
    const retired =
      /放回|承建运营商|牵头运营商|主运营商|(?<!主要)运营商分布|(?<!在库)项目名单|入库名单|变更状态|激活(?!ID为|条件)|操作成功！|秒数/
    expect(wrong(({ literal }) => retired.test(literal))).toEqual([])
    const english = /\bSponsor\b|\bSending queue\b|^Posts$/
    expect(wrong((one) => one.english !== null && english.test(one.english))).toEqual([])
    // what the recycle bin keeps was deleted; what leaves a list was removed
    const says = (one: Text, word: RegExp) => one.english !== null && word.test(one.english)
    const isDeletion = ({ literal }: Text) => /删除/.test(literal) && !/移除|移出/.test(literal)
    expect(wrong((one) => isDeletion(one) && says(one, /\bremov(e|ed|es|al|ing)\b/i))).toEqual([])
    // a column of states is the status; a state value of a protocol is not
    expect(
      wrong((one) => one.english === 'State' && one.literal !== "'状态值'" && one.literal.includes('状态')),
    ).toEqual([])
  })
  test('in Chinese have one English text, or several for a reason that is written down', () => {
    const allowed = new Map(Object.values(severalEnglish).flatMap((ofReason) => Object.entries(ofReason)))
    const accidents = [...translations]
      .filter(
        ([zh, ofChinese]) =>
          differs([...ofChinese.keys()]) && ![...ofChinese.keys()].every((one) => allowed.get(zh)?.includes(one)),
      )
      .map(
        ([zh, ofChinese]) =>
          `${zh} is ${[...ofChinese].map(([english, places]) => `“${english}” in ${places.join(', ')}`).join(' and ')}: ` +
          'choose one of them, or give the reason in tests/support/several-english.ts',
      )
    expect(accidents).toEqual([])
  })

  test('that have a name are written by it', () => {
    const withNames = /^contract\/(words|console-words|kit\/kit-terms)\.ts:/
    // neither kit imports anything above it; the first page of the portal does not load the words of the console
    const mayWriteOut = /^(contract\/kit\/|web\/ui\/|web\/base\/page\/page\.tsx:)/
    const written = [...translations].flatMap(([zh, ofChinese]) =>
      [...ofChinese.values()]
        .filter((places) => places.some((place) => withNames.test(place)))
        .flatMap((places) => places.filter((place) => !withNames.test(place) && !mayWriteOut.test(place)))
        .map(
          (place) =>
            `${place} writes ${zh}, which has a name in contract/words.ts, console-words.ts or kit/kit-terms.ts`,
        ),
    )
    expect(written).toEqual([])
  })

  test('that may differ do differ: each line of the reasons is needed, and stands once', () => {
    const lines = Object.values(severalEnglish).flatMap((ofReason) => Object.entries(ofReason))
    const stale = lines.flatMap(([zh, english]) =>
      differs(english) ? english.filter((one) => !translations.get(zh)?.has(one)).map((one) => `${zh} ${one}`) : [zh],
    )
    expect(stale).toEqual([])
    expect(lines.length).toBe(new Set(lines.map(([zh]) => zh)).size)
  })
})
