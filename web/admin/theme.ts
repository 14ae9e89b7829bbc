import type { ThemeConfig } from 'antd/es/config-provider/context'
import { tokens } from '#web/ui/tokens.ts'

/** The look of the component library, from the one file of tokens. */
export const theme: ThemeConfig = {
  hashed: false,
  token: {
    ...{ colorPrimary: tokens.action, colorInfo: tokens.action, colorLink: tokens.action },
    ...{ colorSuccess: tokens.good, colorError: tokens.bad, colorWarning: tokens.ask },
    ...{ colorText: tokens.ink, colorTextSecondary: tokens['ink-soft'], colorTextTertiary: tokens['ink-faint'] },
    ...{ colorTextPlaceholder: tokens['ink-faint'], colorTextDescription: tokens['ink-soft'] },
    ...{ colorBorder: tokens['line-strong'], colorBorderSecondary: tokens.line, colorSplit: tokens.line },
    ...{ fontFamily: tokens.font, fontSize: 14, borderRadius: 4, borderRadiusLG: 8, controlHeight: 32 },
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.16s',
  },
  components: {
    Table: {
      ...{ headerBg: tokens.ground, headerColor: tokens['ink-soft'], headerSplitColor: 'transparent' },
      ...{ headerSortActiveBg: tokens['deep-soft'], headerSortHoverBg: tokens['deep-soft'], bodySortBg: tokens.paper },
      ...{ rowHoverBg: '#fafbfd', rowSelectedBg: tokens['action-soft'], rowSelectedHoverBg: tokens['action-soft'] },
      ...{ borderColor: tokens.line, cellPaddingBlockSM: 7, cellPaddingInlineSM: 12, headerBorderRadius: 0 },
    },
    Modal: { titleFontSize: 16 },
    Tabs: { titleFontSize: 14 },
  },
}
