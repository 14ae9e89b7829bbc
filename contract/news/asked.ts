/** What a public list can be asked for at most; more is refused, so a page asks for no more whatever its address says. */
export const mostPages = 1000
export const longestKeyword = 50
