import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from './support.ts';

describe('text of a section', () => {
  it('parts paragraphs by a blank line and folds wrapped lines', () => {
    assert.equal(render('One\nline.\n\nTwo.'), 'One line.\n\nTwo.');
  });

  it('keeps hard breaks', () => {
    assert.equal(render('Street 1  \nTown\\\nCountry'), 'Street 1\nTown\nCountry');
  });

  it('joins wrapped lines of Chinese and Japanese without a space', () => {
    assert.equal(render('返金は\n三日です'), '返金は三日です');
  });

  it('takes away emphasis marks that CommonMark leaves standing between ideographs', () => {
    assert.equal(render('これは**重要。**次です'), 'これは重要。次です');
    assert.equal(render('__Red Room__は静か'), 'Red Roomは静か');
    assert.equal(render('`__名__` and a__b__c'), '__名__ and a__b__c');
  });

  it('shows lists with their markers, numbers and nesting', () => {
    const source = '- tea\n  - green\n    - cold\n  - black\n- cake\n\n3. three\n4. four\n\n   more of four';
    assert.equal(
      render(source),
      '- tea\n  - green\n    - cold\n  - black\n- cake\n\n3. three\n4. four\n\n   more of four',
    );
  });

  it('shows task lists with their boxes', () => {
    assert.equal(render('- [x] done\n- [ ] open'), '- [x] done\n- [ ] open');
  });

  it('shows tables row by row', () => {
    assert.equal(
      render('| Room | Price |\n|---|--:|\n| **Red** | 10 |\n| Blue | |'),
      'Room | Price\nRed | 10\nBlue |',
    );
  });

  it('takes a second header line above a table as part of its header', () => {
    assert.equal(
      render('| Season | Low |\n| | Mar |\n|---|---|\n| Red | 10 |'),
      'Season | Low\n| Mar\nRed | 10',
    );
  });

  it('keeps code as it is', () => {
    assert.equal(
      render('```sh\nrun {{ x }}\n\n  # all <b>\n```\n\nType `{% y %}`.'),
      'run {{ x }}\n\n  # all <b>\n\nType {% y %}.',
    );
  });

  it('shows quotations and headings within blocks as text', () => {
    assert.equal(render('> # Calm\n>\n> Please.\n\n- # Loud\n  No.'), 'Calm\n\nPlease.\n\n- Loud\n\n  No.');
  });

  it('leaves out struck-out words, but not a range between tildes', () => {
    assert.equal(render('Stay ~~10~~ 12 nights.'), 'Stay 12 nights.');
    assert.equal(render('2~3 nights, 5~7 guests'), '2~3 nights, 5~7 guests');
  });

  it('removes invisible characters and keeps joiners', () => {
    assert.equal(
      render('at \u200B\u20601-800 wo\u00ADrd 5\u00A0km 👩\u200D🍳 &shy;&nbsp;x'),
      'at 1-800 word 5 km 👩\u200D🍳 x',
    );
  });
});

describe('links and images', () => {
  it('show the target behind the words', () => {
    assert.equal(render('See [map](https://example.org/map).'), 'See map (https://example.org/map).');
    assert.equal(
      render('[Write](mailto:hi@example.org?subject=x) or [call](tel:+4912)'),
      'Write (hi@example.org) or call (+4912)',
    );
  });

  it('show a target once when the words are the target', () => {
    assert.equal(
      render(
        '<https://example.org> www.example.org [hi@example.org](mailto:hi@example.org) [+49 12-3](tel:+49123)',
      ),
      'https://example.org www.example.org hi@example.org +49 12-3',
    );
  });

  it('hide targets that lead nowhere for a customer', () => {
    assert.equal(render('[a](#x) [b](c.md) [d](/e) [f](javascript:alert(1))'), 'a b d f');
  });

  it('resolve targets that are defined elsewhere in the file', () => {
    assert.equal(render('[map][m]\n\n# Other\n\n[m]: https://example.org/m'), 'map (https://example.org/m)');
  });

  it('show images by their alternative text', () => {
    assert.equal(render('![Plan of the garden](plan.png) here'), 'Plan of the garden here');
  });
});

describe('footnotes', () => {
  it('follow the block that refers to them, once', () => {
    const source =
      'Dogs stay free[^1]. All[^1].\n\nCats too.\n\n# Other\nx\n\n[^1]: Small ones[^b].\n[^b]: Below 5 kg.';
    assert.equal(
      render(source),
      'Dogs stay free[1]. All[1].\n\n[1] Small ones[b].\n\n[b] Below 5 kg.\n\nCats too.',
    );
  });
});

describe('raw HTML', () => {
  it('is read as a browser shows it', () => {
    assert.equal(
      render('<div>One<br>two<p>three &amp; four</p></div>\n\nA <b>bold</b> <span>word</span>.'),
      'One\ntwo\n\nthree & four\n\nA bold word.',
    );
  });

  it('keeps the rows of tables, across blank lines too', () => {
    const source =
      '<table>\n<tr><th>Room</th><th>Price</th></tr>\n\n<tr><td>Red</td><td><ul><li>low 1</li><li>high 2</li></ul></td></tr>\n</table>';
    assert.equal(render(source), 'Room | Price\nRed | low 1; high 2');
  });

  it('shows no comment, script, style or hidden element', () => {
    const source =
      'a <!-- no --> b <script>no()</script> c\n\n<style>\nno {}\n</style>\n\n<p hidden>no</p>\n\n<template>no</template>d';
    assert.equal(render(source), 'a b c\n\nd');
  });

  it('shows nothing of a comment that runs over blank lines and headings', () => {
    const source =
      'Open. <!-- draft\n\n## Secret\n\n- no\n\n--> Closed.\n\n<div><!-- more\n\n# Hidden\n\n-->\n</div>\n\nEnd.';
    assert.equal(render(source), 'Open.\n\nClosed.\n\nEnd.');
  });

  it('shows a comment that is code or escaped', () => {
    assert.equal(
      render('Type `<!--` first.\n\n`-->` last, or \\<!-- so -->.'),
      'Type <!-- first.\n\n--> last, or <!-- so -->.',
    );
  });

  it('loses no text behind a tag that is never finished', () => {
    assert.match(render('<div class="x\n\nVisible.'), /Visible\./);
  });

  it('reads the Markdown between tags', () => {
    assert.equal(
      render('<details>\n<summary>Dogs?</summary>\n\nYes, **small** ones.\n\n</details>'),
      'Dogs?\n\nYes, small ones.',
    );
  });
});

describe('template tags', () => {
  it('leave no trace in text', () => {
    assert.equal(
      render('Write to {{ site.mail }}, in the {% channel "x" %} room of our {% data y %}.'),
      'Write to, in the room of our.',
    );
    assert.equal(
      render('{{< figure src="a" >}}\n\nOpen\n{: .note }\n\n{# no #}Late {{% hint %}}only{{% /hint %}}'),
      'Open\n\nLate only',
    );
  });

  it('make a link nothing but its words', () => {
    assert.equal(
      render('Ask [the desk]({{ site.mail }}) or [us]({% link "a b.md" %}).'),
      'Ask the desk or us.',
    );
  });

  it('take the text between comment tags away', () => {
    assert.equal(
      render(
        'Open. {% comment %} no {% endcomment %}\n\n{% comment %}\n\n# No\n\nno\n{% endcomment %}\n\nEnd.',
      ),
      'Open.\n\nEnd.',
    );
  });
});
