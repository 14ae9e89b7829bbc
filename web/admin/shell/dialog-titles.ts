import type { Text } from '#contract/kit/text.ts'

/** Titles of the frame's dialogs, which are also the names of their buttons; the dialogs themselves are loaded when they open. */
export const browserErrorsWords: Text = ['错误日志', 'Error log']
export const keysWords: Text = ['键盘快捷键', 'Keyboard shortcuts']
