import { theme as kit } from 'antd'
import type { ThemeConfig } from 'antd/es/config-provider/context'
import { type Look, tokens } from '#web/ui/design-tokens.ts'

const pixels = (length: string) => Number.parseInt(length, 10)

/** The component library's colours, all taken from the look. */
const coloursOf = (look: Look): ThemeConfig['token'] => ({
  colorPrimary: look.action,
  colorInfo: look.action,
  colorLink: look.action,
  colorPrimaryHover: look['action-strong'],
  colorPrimaryActive: look['action-strong'],
  colorPrimaryBg: look['action-soft'],
  colorPrimaryBgHover: look['action-soft'],
  colorPrimaryText: look.action,
  colorLinkHover: look['action-strong'],
  colorLinkActive: look['action-strong'],
  colorSuccess: look.good,
  colorError: look.bad,
  colorWarning: look.ask,
  colorSuccessBg: look['good-soft'],
  colorErrorBg: look['bad-soft'],
  colorWarningBg: look['ask-soft'],
  colorText: look.ink,
  colorTextSecondary: look['ink-soft'],
  colorTextTertiary: look['ink-faint'],
  colorTextPlaceholder: look['ink-faint'],
  colorTextDescription: look['ink-soft'],
  colorTextLightSolid: look['on-action'],
  colorWhite: look['on-action'],
  colorTextHeading: look.ink,
  colorBgBase: look.paper,
  colorBgContainer: look.paper,
  colorBgElevated: look.paper,
  colorBgMask: look.veil,
  colorBgContainerDisabled: look.ground,
  colorFillAlter: look.ground,
  colorBorder: look['line-strong'],
  colorBorderSecondary: look.line,
  colorSplit: look.line,
  controlItemBgHover: look['deep-soft'],
  controlItemBgActive: look['action-soft'],
  controlItemBgActiveHover: look['action-soft'],
})

const table = (look: Look) => ({
  headerBg: look.ground,
  headerColor: look['ink-soft'],
  headerSplitColor: 'transparent',
  headerSortActiveBg: look['deep-soft'],
  headerSortHoverBg: look['deep-soft'],
  bodySortBg: look.paper,
  rowHoverBg: look.hover,
  rowSelectedBg: look['action-soft'],
  rowSelectedHoverBg: look['action-soft'],
  borderColor: look.line,
  cellPaddingBlockSM: 7,
  cellPaddingInlineSM: 12,
  headerBorderRadius: 0,
})

/** The component library's theme for a look. */
export const themeOf = (look: Look): ThemeConfig => ({
  hashed: false,
  algorithm: look.scheme === 'dark' ? kit.darkAlgorithm : kit.defaultAlgorithm,
  token: {
    ...coloursOf(look),
    fontFamily: tokens.font,
    fontSize: 14,
    controlHeight: 32,
    borderRadius: pixels(look.radius),
    borderRadiusLG: pixels(look['radius-l']),
    // an animation removes its content from the page for a moment, and on a hidden cached page permanently
    motion: false,
  },
  components: {
    Table: table(look),
    Modal: { titleFontSize: 16 },
    Tabs: { titleFontSize: 14 },
    // white on near black, in light and dark themes
    Tooltip: { colorTextLightSolid: '#ffffff', colorBgSpotlight: '#2b3646' },
  },
})
