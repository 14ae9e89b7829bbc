import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import globalData from '@csstools/postcss-global-data'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import customMedia from 'postcss-custom-media'
import { defineConfig, type Plugin } from 'vite'
import { constantData } from './tools/constant-data.ts'
import { pageChunks } from './tools/page-chunks.ts'
import { cssOf } from './web/ui/design-tokens.ts'

/** Exposes web/ui/design-tokens.ts as custom properties, so that style sheets and the themes of the console share one source. */
const tokens: Plugin = {
  name: 'tokens',
  resolveId: (id) => (id === 'virtual:tokens.css' ? '\0tokens.css' : null),
  load: (id) => (id === '\0tokens.css' ? cssOf() : null),
}

const placesOfClasses = new Map<string, string>()

/**
 * Every class costs script, so its name is short and carries no line, as the default would. It is the same on every machine, and in
 * the pages that the server renders.
 */
const nameClass = (name: string, file: string) => {
  const path = relative(import.meta.dirname, file.replace(/\?.*/, ''))
  const className = `${name}-${createHash('sha1').update(path).digest('base64url').slice(0, 3)}`
  const place = placesOfClasses.get(className) ?? path
  if (place !== path)
    throw new Error(`${place} and ${path} have the same name for a class ${name}: call one of them otherwise`)
  placesOfClasses.set(className, place)
  return className
}

const chunks = pageChunks()

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  // the component library has texts in 34 languages; the console has two
  plugins: [constantData(), react(), tokens, chunks.plugin, optimizeLocales.vite({ locales: ['zh-CN', 'en-US'] })],
  // browsers do not support named breakpoints such as @media (--phone) yet
  css: {
    modules: { generateScopedName: nameClass },
    postcss: { plugins: [globalData({ files: ['web/ui/breakpoints.css'] }), customMedia()] },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first file names what each page preloads. Every page has loaded these three; few people open the recommendations, whose
      // scripts are found as they load.
      resolveDependencies: (page, files, { hostType }) =>
        files.filter(
          (file) =>
            hostType !== 'js' ||
            !(
              /assets\/(react|rolldown-runtime|shared)-.*js$/.test(file) ||
              (page.includes('recommend-') && file !== page && file.endsWith('.js'))
            ),
        ),
    },
    // tests/size.test.ts reads the manifest to find the files of each page
    manifest: true,
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      output: {
        // the first file names all others: one character less for each, and no name for style sheets
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:7][extname]',
        // React and the router rarely change: a separate chunk stays cached; it excludes modules only some pages need
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/](?!.*[qQ]ueries)/,
              priority: 4,
            },
            // the modules that the home page shares with other pages are small: bundle them into one chunk
            {
              name: 'shared',
              test: /contract[\\/](kit[\\/]call|encrypted-bodies|sign-on-address|portal[\\/]project-places)|web[\\/](base[\\/](page[\\/](number|use-hydrated)|login[\\/]return-path|api[\\/]session)|ui[\\/](phrases|control-icons)|portal[\\/](source|home[\\/]rows-link))\./,
              priority: 3,
            },
            // the dependencies of a module are in its group or in an earlier one, so no order can break
            { name: chunks.groupOf, priority: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
