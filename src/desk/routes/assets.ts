import { ASSETS, assetHref } from '../assets.ts';
import type { DeskApp } from '../staff.ts';

/** Under addresses that change with their content, so they may be kept for a year. */
export function addAssetRoutes(desk: DeskApp): void {
  for (const [name, { mediaType, text }] of ASSETS) {
    desk.get(assetHref(name), (c) =>
      c.body(text, 200, {
        'Content-Type': mediaType,
        'Cache-Control': 'max-age=31536000, immutable',
      }),
    );
  }
}
