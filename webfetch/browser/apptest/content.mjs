// What the pages say. Each app shows one of these, whatever made it.

export const article = {
  title: 'The tide mill at Farrow Creek',
  lead: 'For four hundred years a mill without a river has ground the corn of the parish. It runs on the sea, twice a day, and it still runs.',
  author: 'Ruth Calloway',
  date: '2024-03-18',
  sections: [
    { heading: 'How it works', text: [
      'The flood fills the pond through a gate that opens by itself. When the water turns, the gate falls shut, and the pond stands a fathom above the creek. The miller then lifts the sluice, and the wheel turns for five hours.',
      ['The wheel is described in ', { href: '/wheels', text: 'the survey of wheels' }, ', which counts its forty paddles and finds that two of them are older than the church.'],
    ] },
    { heading: 'Who kept it', text: [
      ['Eleven families have held the lease. The ', { href: '/people/hobbs', text: 'Hobbs family' }, ' had it longest, from 1702 until the war, and their marks are cut into the beams of the upper floor.'],
      'A miller of tides keeps the hours of the moon. The books tell of meals at three in the morning, of weddings put off for a spring tide, and of one christening held in the mill because the water would not wait.',
    ], list: ['1702: the first lease of the Hobbs family', '1871: the stone quay is built for barges', '1954: the last flour is sold', '1988: the trust lifts the wheel again'] },
    { heading: 'Visiting today', text: [
      ['The mill opens when the tide lets it. The ', { href: '/hours', text: 'table of hours' }, ' is printed each January, and a red flag on the quay says that the wheel is about to turn.'],
      'Flour is sold by the bag, and the bread at the inn is made of it. Nobody may touch the sluice, but children who ask are let to ring the bell that warns the boats below.',
    ] },
  ],
};

export const catalogue = {
  title: 'Lamps for boats and houses',
  lead: 'Every lamp in this list is made in the yard behind the chandlery, of brass that was something else before.',
  items: [
    ['Anchor lamp', 89, 'A round light that is seen from all sides, with a wick as wide as a thumb and a lens cut by hand.'],
    ['Binnacle lamp', 64, 'Small and shaded, it lights the compass and nothing else, so that the helmsman keeps his eyes for the night.'],
    ['Cabin lamp', 112, 'It swings in two rings and stays upright in any sea, which is why some hang it in trains as well.'],
    ['Dinghy torch', 35, 'Runs on a single cell, floats with its light up, and has been found on three beaches by people who wrote to us.'],
    ['Engine room lamp', 140, 'Behind its cage the glass has survived falls from the ladder, and the guarantee says so in plain words.'],
    ['Fog lantern', 175, 'Yellow glass and two mirrors throw the light low over the water, where the fog is thinner than it looks.'],
    ['Galley light', 58, 'A plain dish with a bright bulb, easy to wipe, made for cooks who want to see what they are cutting.'],
    ['Hold lantern', 97, 'With a hook, a handle and a foot, it hangs, is carried, and stands, as those who load ships asked for.'],
  ].map(([name, price, text], i) => ({ name, price, text, href: '/lamps/' + name.toLowerCase().replaceAll(' ', '-'), id: i })),
};

export const manual = {
  title: 'tide: print the times of high water',
  lead: 'The program tide reads the tables of a port and prints when the water is high and low, for a day or for a year.',
  install: 'curl -O https://tide.example/tide.tar.gz\ntar xf tide.tar.gz\nmake install',
  tabs: [
    { name: 'On a boat', text: 'Without a network the program uses the tables that came with it. They are good for three years, and it says so when they are older than that.' },
    { name: 'On a server', text: 'With the option serve the program answers requests over HTTP, one port a line, and keeps what it has read in memory until it is stopped.' },
  ],
  options: [
    ['-d, --days', '1', 'how many days to print, from today on'],
    ['-p, --port', 'Dover', 'the port whose tables are read'],
    ['-u, --unit', 'metres', 'metres or feet for the heights'],
  ],
  questions: [
    ['Why do the times differ from those on the quay?', 'The board on the quay shows local time in summer as well, while the program prints universal time unless the zone of the port is set.'],
    ['Can it tell the height at any hour?', 'Yes. Give the hour after the port, and the height is worked out from the two nearest turns of the tide by the rule of twelfths.'],
  ],
};

export const thread = {
  title: 'Which varnish for oars?',
  posts: [
    ['tern', 'My oars have gone grey over the winter and I would like to keep the grain visible. Paint is out of the question, and oil did not last a season. What do you use?'],
    ['old-salt', 'Spar varnish, five thin coats, and sand between them with the finest paper that you can find. The first coat should be half turpentine, so that it sinks in.'],
    ['wherry', 'I agree with the five coats, but leave the handles bare. Varnish on the handles raises blisters within an hour, and salt gets into the rest of it from there.'],
    ['tern', 'Thank you both. Five coats it is, and bare handles. I shall report in autumn what the summer has left of it, with pictures.'],
  ].map(([user, text], id) => ({ id, user, text })),
};

export const entries = Array.from({ length: 40 }, (_, i) => ({
  id: i + 1,
  title: ['Heron', 'Curlew', 'Teal', 'Gannet', 'Plover', 'Dunlin', 'Knot', 'Avocet'][i % 8] + ' of day ' + (i + 1),
  text: `On day ${i + 1} the watch counted ${37 * (i + 1) % 211 + 12} birds on the ${['mud', 'shingle', 'saltings', 'quay'][i % 4]} before the ${['flood', 'ebb'][i % 2]} set in, and the wind stood in the ${['north', 'east', 'south', 'west', 'south-west'][i % 5]} all morning.`,
}));
