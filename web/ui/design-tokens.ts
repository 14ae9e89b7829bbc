import { dark, light, type Sheet } from './color-scheme.ts'
import { mix, readable } from './colour.ts'

/**
 * The design tokens: colour, type, space, radius, shadow. All pages read them as CSS custom
 * properties. One colour marks interactive elements (`brand`); text in it uses a deeper shade (`action`), since
 * white on #409EFF has too little contrast (WCAG 1.4.3).
 */
export const defaultColour = '#409eff'

const sizes = {
  font: "'PingFang SC', 'HarmonyOS Sans SC', 'Noto Sans SC', 'Microsoft YaHei', 'Noto Sans CJK SC', system-ui, sans-serif",
  mono: "ui-monospace, 'SF Mono', Consolas, 'Noto Sans Mono', monospace",
  'text-s': '13px',
  text: '15px',
  'text-l': '17px',
  'head-s': '18px',
  head: '22px',
  'head-l': '30px',
  numeral: '40px',
  /** Height of buttons and inputs; the console sets it lower. */
  control: '40px',
  width: '1200px',
} as const

/** The console's frame: its bar, its side menu, and the strip of tabs. */
const frame = {
  bar: '#10305f',
  'bar-ink': '#ffffff',
  'bar-hover': '#2b476f',
  'bar-line': 'transparent',
  side: '#f5f7fa',
  'side-ink': '#1a2433',
  'side-soft': '#616b7f',
  'side-hover': '#e9eef6',
  'side-on': 'var(--action-soft)',
  'side-on-ink': 'var(--action-strong)',
  /** Mark beside the menu entry of the current page. */
  'side-mark': 'transparent',
  'side-field': '#ffffff',
  'side-line': '#dde3ec',
  strip: '#ffffff',
  'tab-ink': 'var(--ink-soft)',
  'tab-on': '#ffffff',
  'tab-on-ink': 'var(--action-strong)',
  'tab-mark': 'var(--action)',
  /** Border of each tab, for themes with boxed tabs. */
  'tab-line': 'transparent',
  'tab-radius': '0px',
  'tab-lift': '0px',
}

/** Tokens of a dark side menu, from its background and the colours on it. */
const darkSide = (side: string, hover: string, on: string, onInk: string, mark = 'transparent') => ({
  side,
  'side-ink': '#d9e0ea',
  'side-soft': '#aeb8c7',
  'side-hover': hover,
  'side-line': side,
  'side-on': on,
  'side-on-ink': onInk,
  'side-mark': mark,
  'side-field': hover,
})
const whiteBar = { bar: '#ffffff', 'bar-ink': '#1a2433', 'bar-hover': '#edf1f7', 'bar-line': '#dde3ec' }
const boxes = { 'tab-radius': '3px', 'tab-lift': '4px', 'tab-mark': 'transparent' }

type Frame = { [N in keyof typeof frame]: string }

interface Theme {
  readonly label: readonly [string, string]
  readonly sheet?: Partial<Sheet>
  readonly frame?: Partial<Frame>
}

/** The eleven themes in order (specification 000, section 9); the spelling of their ids comes from the family. */
export const themes = {
  default: {
    label: ['默认主题', 'Default'],
    frame: {
      ...whiteBar,
      ...darkSide('#20262f', '#2c343f', 'var(--action)', 'var(--on-action)'),
      strip: '#f0f2f5',
      ...boxes,
      'tab-line': '#d5dbe5',
      'tab-ink': '#4a5668',
    },
  },
  'theme-white': {
    label: ['白色主题', 'White'],
    frame: {
      ...whiteBar,
      side: '#ffffff',
      'side-hover': '#f2f5f9',
      'side-field': '#f5f7fa',
      'side-mark': 'var(--action)',
    },
  },
  'theme-dark': {
    label: ['黑色主题', 'Dark'],
    sheet: dark,
    frame: {
      bar: '#0d121b',
      'bar-ink': '#e4e9f1',
      'bar-hover': '#222c3b',
      'bar-line': '#2d3747',
      ...darkSide('#111722', '#222c3b', 'var(--action-soft)', 'var(--action-strong)'),
      'side-line': '#2d3747',
      strip: '#111722',
      'tab-on': '#151b26',
    },
  },
  'theme-star': {
    label: ['炫彩主题', 'Vivid'],
    frame: {
      bar: 'linear-gradient(90deg, #3a1c8c, #8a1f7a)',
      'bar-hover': '#6b2a95',
      ...darkSide('#231b46', '#33295f', '#7a2c8f', '#ffffff', '#ff9ad5'),
      strip: '#f6f3fb',
      'tab-on': '#ffffff',
      'tab-radius': '8px 8px 0 0',
      'tab-mark': 'transparent',
    },
  },
  'theme-bule': {
    label: ['智能主题', 'Smart blue'],
    frame: {
      bar: '#1259b8',
      'bar-hover': '#2f6fc4',
      ...darkSide('#0c2547', '#17355c', '#1259b8', '#ffffff', '#5fb4ff'),
      strip: '#eaf2fc',
      'tab-on': '#ffffff',
      'tab-radius': '6px 6px 0 0',
      'tab-mark': 'transparent',
    },
  },
  'theme-iview': {
    label: ['iview主题', 'iview'],
    frame: {
      ...whiteBar,
      ...darkSide('#464c5b', '#363e4f', '#363e4f', '#ffffff', '#8bc5ff'),
      'side-soft': '#cdd3de',
      'side-ink': '#eef1f6',
      strip: '#e9edf3',
      ...boxes,
      'tab-line': '#ccd4e0',
    },
  },
  'theme-vip': {
    label: ['vip主题', 'vip'],
    frame: {
      bar: '#1b1814',
      'bar-ink': '#edcf93',
      'bar-hover': '#37301f',
      'bar-line': '#4b412b',
      ...darkSide('#26221c', '#37312a', '#e6c37a', '#2a2213'),
      'side-ink': '#ebe3d3',
      'side-soft': '#c6b999',
      strip: '#faf7f0',
      'tab-on': '#faf7f0',
      'tab-on-ink': '#6b4d0f',
      'tab-mark': '#b38a37',
    },
  },
  'theme-cool': {
    label: ['cool主题', 'cool'],
    frame: {
      bar: '#0b5863',
      'bar-hover': '#24707a',
      side: '#eaf4f5',
      'side-ink': '#123a40',
      'side-soft': '#4b666b',
      'side-hover': '#d8eaec',
      'side-on': '#0b5863',
      'side-on-ink': '#ffffff',
      'side-line': '#cfe2e4',
      strip: '#ffffff',
      'tab-on-ink': '#0b5863',
      'tab-mark': '#0b8794',
    },
  },
  'theme-d2': {
    label: ['d2主题', 'd2'],
    sheet: { radius: '6px', 'radius-l': '10px' },
    frame: {
      bar: '#e8eef5',
      'bar-ink': '#2b3c52',
      'bar-hover': '#d7e0eb',
      'bar-line': '#d3dde9',
      side: '#e8eef5',
      'side-soft': '#4f5d73',
      'side-hover': '#d9e3ee',
      'side-on': '#ffffff',
      'side-line': '#d3dde9',
      strip: '#e8eef5',
      'tab-on': '#ffffff',
      'tab-radius': '6px 6px 0 0',
      'tab-mark': 'transparent',
    },
  },
  'theme-hey': { label: ['hey主题', 'hey'] },
  'theme-lte': {
    label: ['lte主题', 'lte'],
    sheet: { radius: '3px', 'radius-l': '4px' },
    frame: {
      bar: '#2c6f9b',
      'bar-hover': '#1f5a80',
      ...darkSide('#222d32', '#1a2327', '#1a2327', '#ffffff', '#4fb3e8'),
      strip: '#ecf0f5',
      'tab-on': '#ffffff',
      ...boxes,
      'tab-mark': '#2c6f9b',
    },
  },
} as const satisfies Readonly<Record<string, Theme>>

export type ThemeId = keyof typeof themes
export const defaultTheme: ThemeId = 'theme-hey'
export const isTheme = (id: unknown): id is ThemeId => typeof id === 'string' && Object.hasOwn(themes, id)

/** The shades of the brand colour, dark or light enough to be readable on a sheet. */
const acting = (colour: string, { paper, ground, hover, scheme }: Sheet) => {
  const surfaces = [paper, ground, hover]
  return {
    brand: colour,
    /** Focus outline. */
    focus: readable(colour, surfaces, 3.1),
    action: readable(colour, surfaces, 5),
    'action-strong': readable(colour, surfaces, 7.5),
    'action-soft': mix(colour, paper, scheme === 'dark' ? 0.16 : 0.12),
  }
}

/** All tokens that a theme and the chosen colour determine. */
export const lookOf = (id: ThemeId, colour: string) => {
  const theme: Theme = themes[id]
  const sheet: Sheet = { ...light, ...theme.sheet }
  return { ...sheet, ...acting(colour, sheet), ...frame, ...theme.frame }
}
export type Look = ReturnType<typeof lookOf>

/** The portal's tokens, and the defaults of the console. */
export const tokens = { ...sizes, ...lookOf(defaultTheme, defaultColour) }

/** The tokens as one CSS rule. */
export const cssOf = (): string =>
  `:root{${Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`
