import type { Text } from '#contract/kit/text.ts'

/** Entries of the account menu, which are also titles of dialogs; the dialogs themselves are loaded when they open. */
export const colourWords: Text = ['主题颜色', 'Colour']
export const themeWords: Text = ['选择主题', 'Choose a theme']
export const switchWords: Text = ['切换部门和角色', 'Switch department and role']
/** There are two languages, so the text names the other one. */
export const languageWords: Text = ['切换语言（英文）', 'Switch language (Chinese)']
