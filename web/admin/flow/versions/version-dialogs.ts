import type { Text } from '#contract/kit/text.ts'

/** Dialogs of 流程管理 about versions, whose code is loaded when they open. */
export const versionsWords: Text = ['版本', 'Versions']
export const versionsDialog = 'process-versions'
export const moveWords: Text = ['迁移在办实例', 'Move running instances']
export const moveDialog = 'move-instances'
