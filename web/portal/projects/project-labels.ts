import type { Lang } from '#contract/kit/text.ts'

/** The language to read words in: what people typed is Chinese on English pages too. */
export const langOf = (words: string): 'zh-CN' | undefined => (/\p{Script=Han}/u.test(words) ? 'zh-CN' : undefined)

/** A row with the words of its codes beside them. */
export type WithCodeNames<T> = T & { readonly [name: `${string}Name`]: string | null | undefined }

/** Where a project stands: 江苏省 苏州市, and Suzhou, Jiangsu. */
export const placeOf = ({ provinceName, cityName }: WithCodeNames<object>, lang: Lang): string => {
  const names = [provinceName, cityName].filter(Boolean)
  return lang === 'zh' ? names.join(' ') : names.reverse().join(', ')
}
