import globalData from '@csstools/postcss-global-data'
import react from '@vitejs/plugin-react'
import customMedia from 'postcss-custom-media'
import { defineConfig, type Plugin } from 'vite'
import { cssOf } from './web/ui/design-tokens.ts'

/** The tokens of web/ui/design-tokens.ts as custom properties: one source for the pages' styles and the console's theme. */
const tokens: Plugin = {
  name: 'tokens',
  resolveId: (id) => (id === 'virtual:tokens.css' ? '\0tokens.css' : null),
  load: (id) => (id === '\0tokens.css' ? cssOf() : null),
}

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), tokens],
  // @media (--phone): the breakpoints have names, which no browser resolves yet
  css: { postcss: { plugins: [globalData({ files: ['web/ui/breakpoints.css'] }), customMedia()] } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // what belongs to which page: tests/size.test.ts reads it
    manifest: true,
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      output: {
        // react and the router change seldom: a file of their own stays in the browser's cache, without what some pages need
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/](?!.*[qQ]ueries)/,
            },
            // what the home page shares with others is small: one file of it, not one for each
            {
              name: 'shared',
              test: /contract[\\/](sign-on-address|portal[\\/]project-places)|web[\\/](base[\\/]sign-on-from|portal[\\/](number|library-source|home[\\/]rows-link))\./,
            },
          ],
        },
      },
    },
  },
})
