import type { Lang } from '#contract/kit/text.ts'

/** The `lang` attribute for a text: user input is Chinese on English pages too. */
export const langOf = (words: string): 'zh-CN' | undefined => (/\p{Script=Han}/u.test(words) ? 'zh-CN' : undefined)

/** A row with the names of its codes in additional `…Name` fields. */
export type WithCodeNames<T> = T & { readonly [name: `${string}Name`]: string | null | undefined }

/** Place of a project: 江苏省 苏州市, or Suzhou, Jiangsu in English. */
export const placeOf = ({ provinceName, cityName }: WithCodeNames<object>, lang: Lang): string => {
  const names = [provinceName, cityName].filter(Boolean)
  return lang === 'zh' ? names.join(' ') : names.reverse().join(', ')
}
