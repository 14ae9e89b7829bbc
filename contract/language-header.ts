/** Says which language a client wants to be answered in, `zh` or `en`; what a browser prefers does not (decisions.md 4). */
export const languageHeader = 'blade-language'
