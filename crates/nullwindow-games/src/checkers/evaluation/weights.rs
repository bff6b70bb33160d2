//! Weights of the terms, in hundredths of a man: for a full board, and for an empty one.
//!
//! Written by the program `checkers` of `nullwindow-train`; do not edit.

use super::terms::TERMS;

/// For each term its weight on a full board and on an empty one.
#[rustfmt::skip]
pub const WEIGHTS: [[i16; 2]; TERMS] = [
    [92, 79],        // man on 1
    [104, 90],       // man on 2
    [82, 83],        // man on 3
    [68, 105],       // man on 4
    [79, 203],       // man on 5
    [108, 80],       // man on 6
    [103, 70],       // man on 7
    [73, 88],        // man on 8
    [59, 97],        // man on 9
    [88, 64],        // man on 10
    [62, 102],       // man on 11
    [32, 226],       // man on 12
    [44, 227],       // man on 13
    [54, 110],       // man on 14
    [57, 115],       // man on 15
    [31, 130],       // man on 16
    [71, 85],        // man on 17
    [8, 161],        // man on 18
    [28, 146],       // man on 19
    [18, 242],       // man on 20
    [-22, 225],      // man on 21
    [45, 158],       // man on 22
    [14, 193],       // man on 23
    [-43, 174],      // man on 24
    [108, 144],      // man on 25
    [121, 141],      // man on 26
    [30, 192],       // man on 27
    [147, 211],      // man on 28
    [0, 0],          // man on 29
    [0, 0],          // man on 30
    [0, 0],          // man on 31
    [0, 0],          // man on 32
    [62, 301],       // king on 1
    [124, 253],      // king on 2
    [106, 208],      // king on 3
    [77, 270],       // king on 4
    [85, 254],       // king on 5
    [42, 338],       // king on 6
    [200, 303],      // king on 7
    [61, 251],       // king on 8
    [181, 301],      // king on 9
    [231, 289],      // king on 10
    [222, 245],      // king on 11
    [114, 275],      // king on 12
    [102, 266],      // king on 13
    [205, 289],      // king on 14
    [168, 286],      // king on 15
    [164, 258],      // king on 16
    [209, 255],      // king on 17
    [238, 268],      // king on 18
    [180, 280],      // king on 19
    [184, 253],      // king on 20
    [228, 279],      // king on 21
    [199, 228],      // king on 22
    [128, 294],      // king on 23
    [122, 277],      // king on 24
    [170, 258],      // king on 25
    [169, 255],      // king on 26
    [125, 267],      // king on 27
    [173, 257],      // king on 28
    [80, 226],       // king on 29
    [140, 289],      // king on 30
    [137, 293],      // king on 31
    [74, 311],       // king on 32
    [-97, -51],      // king row guarded 0000
    [-34, -44],      // king row guarded 0001
    [-19, -51],      // king row guarded 0010
    [11, -2],        // king row guarded 0011
    [-10, -40],      // king row guarded 0100
    [21, 31],        // king row guarded 0101
    [8, 11],         // king row guarded 0110
    [29, 65],        // king row guarded 0111
    [-55, -9],       // king row guarded 1000
    [12, -38],       // king row guarded 1001
    [8, 5],          // king row guarded 1010
    [29, 19],        // king row guarded 1011
    [12, 3],         // king row guarded 1100
    [42, 45],        // king row guarded 1101
    [35, 44],        // king row guarded 1110
    [56, 90],        // king row guarded 1111
    [3, 72],         // steps of men
    [-6, 28],        // safe steps of men
    [0, 26],         // steps of kings
    [75, 34],        // trapped kings
    [0, 19],         // runaway men
    [0, 95],         // men behind men, by 4
    [-6, 98],        // men behind men, by 5
    [-160, -27],     // man in the dog hole
    [0, -79],        // threatened, mover
    [-3, 32],        // the move
    [0, 24],         // not the move
    [-38, 70],       // the only king
];
