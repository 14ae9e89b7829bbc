/** The language to read words in: names of places, branches and companies are Chinese on English pages too. */
export const langOf = (words: string): 'zh-CN' | undefined => (/\p{Script=Han}/u.test(words) ? 'zh-CN' : undefined)

/** A row with the words of its codes beside them. */
export type Worded<T> = T & { readonly [name: `${string}Name`]: string | null | undefined }
